import { Logger } from '@nestjs/common';
import { QUEUE_PREFIX } from '@pax/contracts';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { JobQueue, JobWorker, ProcessJob, QueueStore } from './job-queue.js';
import { withTimeout } from './with-timeout.js';

const OPEN_MS = 2_000;
const COMMAND_MS = 1_000;
const MAX_RETRY_MS = 1_000;
/** A dead worker is noticed after 10 s. A job may be repeated up to 20 times, because repeats are harmless. */
const WORKER_OPTIONS = { lockDuration: 10_000, stalledInterval: 10_000, maxStalledCount: 20 };

const retryStrategy = (times: number): number => Math.min(times * 100, MAX_RETRY_MS);

/** Job queues in Redis. While Redis is unavailable, adding a job fails at once and workers wait. */
export class RedisStore implements QueueStore {
  private readonly logger = new Logger(RedisStore.name);
  private readonly producer: Redis;
  private consumer: Redis | undefined;
  private readonly queues = new Map<string, Queue>();
  private lastError = '';

  constructor(
    private readonly url: string,
    /** True to refuse a Redis that evicts keys, as in production; false to log a warning only. */
    private readonly isStrict: boolean,
  ) {
    this.producer = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: OPEN_MS,
      commandTimeout: COMMAND_MS,
      retryStrategy,
    });
    this.producer.on('error', (error) => this.logOnce(error));
  }

  async open(): Promise<void> {
    try {
      await withTimeout(OPEN_MS, this.producer.connect());
    } catch (error) {
      this.logOnce(error);
      this.producer.once(
        'ready',
        () => void this.checkEvictionPolicy().catch((fault) => this.logger.error(fault)),
      );
      return;
    }
    await this.checkEvictionPolicy();
  }

  queue(name: string): JobQueue | undefined {
    // Creates no queue while Redis is unavailable, because such a queue would never start.
    if (this.producer.status !== 'ready') return undefined;
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new Queue(name, { prefix: QUEUE_PREFIX, connection: this.producer });
    queue.on('error', (error) => this.logOnce(error));
    this.queues.set(name, queue);
    return queue;
  }

  worker(name: string, process: ProcessJob): JobWorker {
    this.consumer ??= this.connectConsumer();
    const worker = new Worker(name, process, {
      ...WORKER_OPTIONS,
      prefix: QUEUE_PREFIX,
      connection: this.consumer,
    });
    worker.on('error', (error) => this.logOnce(error));
    return worker;
  }

  async isAnswering(): Promise<boolean> {
    return this.producer.ping().then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    const closing = Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
    await withTimeout(COMMAND_MS, closing).catch(() => undefined);
    this.producer.disconnect();
    this.consumer?.disconnect();
  }

  private connectConsumer(): Redis {
    // Sets no retry limit, because a worker with a limit would fail at the first restart of Redis.
    const consumer = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy });
    consumer.on('error', (error) => this.logOnce(error));
    return consumer;
  }

  private async checkEvictionPolicy(): Promise<void> {
    const fault = describePolicyFault(await readEvictionPolicy(this.producer).catch(() => undefined));
    if (fault === undefined) return;
    if (this.isStrict) throw new Error(fault);
    this.logger.warn(fault);
  }

  /** Logs a failure once, not at every retry. */
  private logOnce(error: unknown): void {
    const text = error instanceof Error && error.message !== '' ? error.message : String(error);
    if (text !== this.lastError) this.logger.warn(`Queue Redis failed: ${text}. It is retried.`);
    this.lastError = text;
  }
}

const SAFE_POLICY = 'noeviction';

/**
 * Reads the setting maxmemory-policy of Redis; undefined when Redis does not report it. Every policy but
 * `noeviction` may evict a queue's keys and lose jobs.
 */
async function readEvictionPolicy(redis: Redis): Promise<string | undefined> {
  const report = await redis.info('memory');
  return /^maxmemory_policy:(\S+)/m.exec(report)?.[1];
}

/** Describes what is wrong with an eviction policy; undefined when it is right. */
export function describePolicyFault(policy: string | undefined): string | undefined {
  if (policy === undefined || policy === SAFE_POLICY) return undefined;
  return `The queue's Redis has maxmemory-policy ${policy} and may evict jobs. Set it to ${SAFE_POLICY}.`;
}
