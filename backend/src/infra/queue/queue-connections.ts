import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../settings.js';
import type { JobQueue, JobWorker, ProcessJob, QueueStore } from './job-queue.js';
import { PostgresStore } from './postgres-store.js';
import { RedisStore } from './redis-store.js';

/**
 * Makes queues and workers on whatever QUEUE_URL names. Queues are a transport: what must not be lost is in
 * Postgres, so everything here may be away, and nobody waits for it.
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

  /** @throws Error in production when Redis is set to throw keys away */
  async onModuleInit(): Promise<void> {
    await this.store?.open();
  }

  /** A queue to add to, or undefined while there is none to be had. */
  queue(name: string): JobQueue | undefined {
    return this.store?.queue(name);
  }

  /** Starts a worker, closed with the application; undefined when no queue is configured. */
  worker(name: string, process: ProcessJob): JobWorker | undefined {
    const worker = this.store?.worker(name, process);
    if (worker) this.workers.push(worker);
    return worker;
  }

  /** For the health answer. */
  async state(): Promise<'connected' | 'away' | 'off'> {
    if (!this.store) return 'off';
    return (await this.store.isAnswering()) ? 'connected' : 'away';
  }

  /** Workers before queues: a job in hand may still add others. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.workers.map((worker) => worker.close(true)));
    await this.store?.close();
  }
}
