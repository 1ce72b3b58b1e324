import { CHANNELS, postQueueJob, postQueueName, QUEUE_PREFIX, type Channel } from '@pax/contracts';
import { createPostgresBackend, withBackend, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { reasonOf, type Logger } from '../core/logger.js';
import { pause } from '../core/pause.js';

/** A worker that died is noticed after 10 s, and may die often: a doorbell is cheap to repeat. */
const WORKER_OPTIONS = {
  prefix: QUEUE_PREFIX,
  concurrency: 1,
  lockDuration: 10_000,
  stalledInterval: 10_000,
  maxStalledCount: 20,
};
const CLOSE_WITHIN_MS = 1_000;

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
 * Hears the queues, one per channel. A job carries nothing but "look": it is done when the channel's loop was
 * woken, and what there is to do stands in the backend.
 */
export class PostQueueWorkers {
  private workers: QueueWorker[] = [];
  private redis: Redis | undefined;
  private lastError = '';

  constructor(private readonly options: PostQueueOptions) {}

  start(): void {
    const makeWorker = this.options.queueUrl.startsWith('postgres') ? this.onPostgres() : this.onRedis();
    this.workers = CHANNELS.map((channel) => {
      const worker = makeWorker(postQueueName(channel), async (job) => this.answer(job.data, channel));
      worker.on('error', (error) => this.complain(error));
      return worker;
    });
  }

  /** Stops hearing; never waits long for a queue that is away. */
  async close(): Promise<void> {
    const closing = Promise.allSettled(this.workers.map((worker) => worker.close(true)));
    await Promise.race([closing, pause(CLOSE_WITHIN_MS)]);
    this.redis?.disconnect();
    this.workers = [];
  }

  private onRedis() {
    // Without this setting a command would fail while Redis is away, and the worker with it.
    const redis = new Redis(this.options.queueUrl, {
      maxRetriesPerRequest: null,
      retryStrategy: (times) => Math.min(100 * times, 1_000),
    });
    redis.on('error', (error) => this.complain(error));
    this.redis = redis;
    return (name: string, process: Processor): QueueWorker =>
      new Worker(name, process, { ...WORKER_OPTIONS, connection: redis });
  }

  private onPostgres() {
    const { Worker: PostgresWorker } = withBackend(createPostgresBackend);
    const connection = { connectionString: this.options.queueUrl, max: 2 };
    return (name: string, process: Processor): QueueWorker =>
      new PostgresWorker(name, process, { ...WORKER_OPTIONS, connection });
  }

  private answer(data: unknown, channel: Channel): void {
    // A job of an unknown form still rings: it can only mean "look".
    if (!postQueueJob.safeParse(data).success) this.options.logger.warn('strange doorbell', { channel });
    this.options.onWake(channel);
  }

  private complain(error: Error): void {
    const reason = reasonOf(error);
    if (reason !== this.lastError) this.options.logger.warn('queue not reachable', { reason });
    this.lastError = reason;
  }
}

type Processor = (job: { data: unknown }) => Promise<void>;
