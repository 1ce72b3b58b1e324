import { POST_QUEUES, QUEUE_PREFIX, STREAM_QUEUE } from '@pax/contracts';
import { until } from '@pax/local';
import { Redis } from 'ioredis';
import { readRedisUrl } from '../support/run-record.js';
import type { WholeShop } from '../support/whole-shop.js';

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
export async function findQueueDifferences(shop: WholeShop): Promise<string[]> {
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
