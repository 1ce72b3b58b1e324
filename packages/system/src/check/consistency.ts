import type { RoomClient } from '../support/room-client.js';
import type { WholeShop } from '../support/whole-shop.js';
import { findClientDifferences } from './client-differences.js';
import { findDiscordDifferences } from './discord-differences.js';
import { waitUntilIdle } from './wait-until-idle.js';
import { findPaymentDifferences } from './payment-differences.js';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { POST_QUEUES, QUEUE_PREFIX, STREAM_QUEUE } from '@pax/contracts';
import { until } from '@pax/local';
import { Redis } from 'ioredis';
import { readRedisUrl } from '../support/run-record.js';

/**
 * Waits until the shop is idle, then compares its tables with payment providers, Discord, queues and clients.
 * @returns a line for each inconsistency
 */
export async function findInconsistencies(
  shop: WholeShop,
  clients: readonly RoomClient[] = [],
): Promise<string[]> {
  await waitUntilIdle(shop);
  return [
    ...(await findBrokenInvariants(shop)),
    ...(await findPaymentDifferences(shop)),
    ...(await findDiscordDifferences(shop)),
    ...(await findClientDifferences(shop, clients)),
    ...(await findQueueDifferences(shop)),
  ];
}

/** Like `findInconsistencies`, but for the end of a spec. @throws Error that lists the inconsistencies */
export async function assertConsistent(shop: WholeShop, clients: readonly RoomClient[] = []): Promise<void> {
  const faults = await findInconsistencies(shop, clients);
  if (faults.length > 0) throw new Error(`the shop is not consistent:\n${faults.join('\n')}`);
}

const FOLDER = fileURLToPath(new URL('../../../../backend/invariants', import.meta.url));

/** Runs the backend's invariants on the shop's tables. @returns a line for each broken one */
async function findBrokenInvariants(shop: WholeShop): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  const found: string[] = [];
  for (const file of files) {
    const { rows } = await shop.database.query(await readFile(`${FOLDER}/${file}`, 'utf8'));
    if (rows.length > 0) found.push(`${file}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return found;
}

const LIST_STATES = ['wait', 'active', 'paused'] as const;
const SET_STATES = ['delayed', 'prioritized', 'failed'] as const;
/**
 * Longest time until a job of a killed worker is taken back, ms: its lock lasts 10 s, two checks 10 s apart follow, and
 * a busy machine may miss one.
 */
const STALLED_JOB_MS = 60_000;

/**
 * Checks that the queues of an idle shop contain no waiting, running or failed job (E7).
 * @returns a line for each queue with jobs
 */
async function findQueueDifferences(shop: WholeShop): Promise<string[]> {
  const redis = new Redis(readRedisUrl(shop.dataDir), { maxRetriesPerRequest: 1 });
  try {
    let left: string[] = [];
    const isDecided = async (): Promise<boolean> => {
      left = await listRemainingJobs(redis);
      return left.length === 0 || left.some((line) => line.endsWith(' failed'));
    };
    // The job of the last post may still be running, so it is awaited; failed jobs stay in the queue.
    await until(isDecided, { deadlineMs: STALLED_JOB_MS, everyMs: 100, what: 'empty queues' }).catch(
      () => false,
    );
    return left;
  } finally {
    redis.disconnect();
  }
}

async function listRemainingJobs(redis: Redis): Promise<string[]> {
  const left: string[] = [];
  for (const queue of [...POST_QUEUES, STREAM_QUEUE]) {
    const getQueueKey = (state: string): string => `${QUEUE_PREFIX}:${queue}:${state}`;
    for (const state of LIST_STATES) addLine(left, queue, state, await redis.llen(getQueueKey(state)));
    for (const state of SET_STATES) addLine(left, queue, state, await redis.zcard(getQueueKey(state)));
  }
  return left;
}

function addLine(left: string[], queue: string, state: string, jobs: number): void {
  if (jobs > 0) left.push(`queue ${queue}: ${jobs} ${state}`);
}
