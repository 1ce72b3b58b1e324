import { CHANNELS, postQueueJob, getPostQueueName, QUEUE_PREFIX, type Channel } from '@pax/contracts';
import { createPostgresBackend, withBackend, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { reasonOf, type Logger } from '../logger.js';
import { pause } from '../timing.js';

/**
 * Settings by which a dead worker is noticed after 10 s; a job may stall many times, because repeating it is harmless.
 */
const WORKER_OPTIONS = {
  prefix: QUEUE_PREFIX,
  concurrency: 1,
  lockDuration: 10_000,
  stalledInterval: 10_000,
  maxStalledCount: 20,
};
const CLOSE_TIMEOUT_MS = 1_000;

interface QueueWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(force?: boolean): Promise<void>;
}

export interface PostQueueOptions {
  queueUrl: string;
  onWake: (channel: Channel) => void;
  logger: Logger;
}

/**
 * Workers of the post queues, one per channel. A job only wakes the channel's loop, which asks the backend for posts.
 */
export class PostQueueWorkers {
  private workers: QueueWorker[] = [];
  private redis: Redis | undefined;
  private lastError = '';

  constructor(private readonly options: PostQueueOptions) {}

  start(): void {
    const makeWorker = this.options.queueUrl.startsWith('postgres')
      ? this.postgresWorkerFactory()
      : this.redisWorkerFactory();
    this.workers = CHANNELS.map((channel) => {
      const worker = makeWorker(getPostQueueName(channel), async (job) => this.onJob(job.data, channel));
      worker.on('error', (error) => this.logOnce(error));
      return worker;
    });
  }

  /** Closes the workers; waits at most a second for a queue that is unavailable. */
  async close(): Promise<void> {
    const closing = Promise.allSettled(this.workers.map((worker) => worker.close(true)));
    await Promise.race([closing, pause(CLOSE_TIMEOUT_MS)]);
    this.redis?.disconnect();
    this.workers = [];
  }

  private redisWorkerFactory() {
    // Commands are retried without limit, since a worker would otherwise fail while Redis is unavailable.
    const redis = new Redis(this.options.queueUrl, {
      maxRetriesPerRequest: null,
      retryStrategy: (times) => Math.min(100 * times, 1_000),
    });
    redis.on('error', (error) => this.logOnce(error));
    this.redis = redis;
    return (name: string, process: Processor): QueueWorker =>
      new Worker(name, process, { ...WORKER_OPTIONS, connection: redis });
  }

  private postgresWorkerFactory() {
    const { Worker: PostgresWorker } = withBackend(createPostgresBackend);
    const connection = { connectionString: this.options.queueUrl, max: 2 };
    return (name: string, process: Processor): QueueWorker =>
      new PostgresWorker(name, process, { ...WORKER_OPTIONS, connection });
  }

  private onJob(data: unknown, channel: Channel): void {
    // A job in an unknown form still wakes the loop, since jobs carry no data.
    if (!postQueueJob.safeParse(data).success)
      this.options.logger.warn('post queue job has an unknown form, the channel is polled anyway', {
        channel,
      });
    this.options.onWake(channel);
  }

  private logOnce(error: Error): void {
    const reason = reasonOf(error);
    if (reason !== this.lastError)
      this.options.logger.warn('queue not reachable, channels are polled', { reason });
    this.lastError = reason;
  }
}

type Processor = (job: { data: unknown }) => Promise<void>;
