import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../settings.js';
import type { JobQueue, JobWorker, ProcessJob, QueueStore } from './job-queue.js';
import { PostgresStore } from './postgres-store.js';
import { RedisStore } from './redis-store.js';

/**
 * Creates queues and workers on the store in the setting QUEUE_URL. The store may be unavailable without blocking
 * anybody, because everything that must not be lost is in Postgres.
 */
@Injectable()
export class QueueConnections implements OnModuleInit, OnApplicationShutdown {
  private readonly store: QueueStore | undefined;
  private readonly workers: JobWorker[] = [];

  constructor(@Inject(SETTINGS) { queueUrl, isProduction }: Settings) {
    if (queueUrl === undefined) return;
    this.store = queueUrl.startsWith('postgres')
      ? new PostgresStore(queueUrl)
      : new RedisStore(queueUrl, isProduction);
  }

  /** @throws Error in production when Redis is set to evict keys */
  async onModuleInit(): Promise<void> {
    await this.store?.open();
  }

  /** A queue to add jobs to; undefined while the store is unavailable or not configured. */
  findQueue(name: string): JobQueue | undefined {
    return this.store?.queue(name);
  }

  /** Starts a worker that closes with the application; undefined when no queue is configured. */
  startWorker(name: string, process: ProcessJob): JobWorker | undefined {
    const worker = this.store?.worker(name, process);
    if (worker) this.workers.push(worker);
    return worker;
  }

  /** State of the queue's store, for the health check. */
  async readState(): Promise<'connected' | 'away' | 'off'> {
    if (!this.store) return 'off';
    return (await this.store.isAnswering()) ? 'connected' : 'away';
  }

  /** Closes workers before queues, because a running job may still add further jobs. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.workers.map((worker) => worker.close(true)));
    await this.store?.close();
  }
}
