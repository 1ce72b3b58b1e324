import { POST_QUEUES, QUEUE_PREFIX, STREAM_QUEUE } from '@pax/contracts';
import { until } from '@pax/local';
import { Redis } from 'ioredis';
import { readRedisUrl } from '../support/run-record.js';
import type { WholeShop } from '../support/whole-shop.js';

const LIST_STATES = ['wait', 'active', 'paused'] as const;
const SET_STATES = ['delayed', 'prioritized', 'failed'] as const;
/**
 * Longest wait of a job after its worker was killed, ms: its lock lasts 10 s, then two stalled checks, 10 s apart,
 * take it back, and a busy machine may skip one.
 */
const STALLED_JOB_MS = 60_000;

/**
 * Checks that the queues of an idle shop hold no waiting, running or failed job (E7).
 * @returns a line for each non-empty queue
 */
export async function findQueueDifferences(shop: WholeShop): Promise<string[]> {
  const redis = new Redis(readRedisUrl(shop.dataDir), { maxRetriesPerRequest: 1 });
  try {
    let left: string[] = [];
    const isDecided = async (): Promise<boolean> => {
      left = await listRemainingJobs(redis);
      return left.length === 0 || left.some((line) => line.endsWith(' failed'));
    };
    // The last post's job may still run; failed jobs stay.
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
    const key = (state: string): string => `${QUEUE_PREFIX}:${queue}:${state}`;
    for (const state of LIST_STATES) addLine(left, queue, state, await redis.llen(key(state)));
    for (const state of SET_STATES) addLine(left, queue, state, await redis.zcard(key(state)));
  }
  return left;
}

function addLine(left: string[], queue: string, state: string, jobs: number): void {
  if (jobs > 0) left.push(`queue ${queue}: ${jobs} ${state}`);
}
