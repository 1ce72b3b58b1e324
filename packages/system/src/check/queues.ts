import { POST_QUEUES, QUEUE_PREFIX, STREAM_QUEUE } from '@pax/contracts';
import { until } from '@pax/local';
import { Redis } from 'ioredis';
import { redisUrlOf } from '../support/run-record.js';
import type { WholeShop } from '../support/whole-shop.js';

const LISTS = ['wait', 'active', 'paused'] as const;
const SETS = ['delayed', 'prioritized', 'failed'] as const;
/**
 * How long a job may lie after its worker was killed, ms: its lock lasts 10 s, then two checks for stalled jobs, 10 s
 * apart, take it back – and a busy machine may skip one.
 */
const STALLED_JOB_MS = 60_000;

/**
 * Compares the queues with the record (E7): once nothing is left to do, no job waits, runs or has failed.
 * @returns a line for each queue that holds something
 */
export async function queueDifferences(shop: WholeShop): Promise<string[]> {
  const redis = new Redis(redisUrlOf(shop.dataDir), { maxRetriesPerRequest: 1 });
  try {
    let left: string[] = [];
    const isDecided = async (): Promise<boolean> => {
      left = await jobsLeft(redis);
      return left.length === 0 || left.some((line) => line.endsWith(' failed'));
    };
    // The job of the last post may still be running; failed jobs stay.
    await until(isDecided, { deadlineMs: STALLED_JOB_MS, everyMs: 100, what: 'empty queues' }).catch(
      () => false,
    );
    return left;
  } finally {
    redis.disconnect();
  }
}

async function jobsLeft(redis: Redis): Promise<string[]> {
  const left: string[] = [];
  for (const queue of [...POST_QUEUES, STREAM_QUEUE]) {
    const key = (state: string): string => `${QUEUE_PREFIX}:${queue}:${state}`;
    for (const state of LISTS) note(left, queue, state, await redis.llen(key(state)));
    for (const state of SETS) note(left, queue, state, await redis.zcard(key(state)));
  }
  return left;
}

function note(left: string[], queue: string, state: string, jobs: number): void {
  if (jobs > 0) left.push(`queue ${queue}: ${jobs} ${state}`);
}
