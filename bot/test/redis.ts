import { getPostQueueName, QUEUE_PREFIX, type Channel } from '@pax/contracts';
import { Queue } from 'bullmq';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Starts a separate Redis for a spec. */
export function startRedis(port: number): ChildProcess {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return spawn('redis-server', options, { stdio: 'ignore' });
}

/** Kills a Redis with SIGKILL. */
export async function killRedis(redis: ChildProcess): Promise<void> {
  redis.kill('SIGKILL');
  if (redis.exitCode === null && redis.signalCode === null) await once(redis, 'exit');
}

/** Adds a job to a channel's queue, as the backend does. @returns the queue, which the caller closes */
export async function addPostQueueJob(port: number, channel: Channel, data: object): Promise<Queue> {
  const connection = { host: '127.0.0.1', port };
  const queue = new Queue(getPostQueueName(channel), { prefix: QUEUE_PREFIX, connection });
  queue.on('error', () => undefined);
  await queue.add('wake', data, { removeOnComplete: true });
  return queue;
}
