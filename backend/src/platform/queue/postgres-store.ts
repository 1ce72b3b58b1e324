import { Logger } from '@nestjs/common';
import { createPostgresBackend, withBackend } from 'bullmq';
import type { JobQueue, JobWorker, ProcessJob, QueueStore } from './job-queue.js';
import { withTimeout } from './with-timeout.js';

const OPEN_MS = 10_000;
const ANSWER_MS = 1_000;
const PROBE = 'probe';

const { Queue, Worker } = withBackend(createPostgresBackend);
type PostgresQueue = InstanceType<typeof Queue>;

/** Job queues in Postgres, for local runs without Redis. Migrates the schema of the queue's library. */
export class PostgresStore implements QueueStore {
  private readonly logger = new Logger(PostgresStore.name);
  private readonly queues = new Map<string, PostgresQueue>();
  private lastError = '';

  constructor(private readonly url: string) {}

  async open(): Promise<void> {
    await withTimeout(OPEN_MS, this.queueFor(PROBE).waitUntilReady()).catch((error) => this.logOnce(error));
  }

  queue(name: string): JobQueue {
    return this.queueFor(name);
  }

  worker(name: string, process: ProcessJob): JobWorker {
    const worker = new Worker(name, process, { connection: { connectionString: this.url, max: 2 } });
    worker.on('error', (error) => this.logOnce(error));
    return worker;
  }

  async isAnswering(): Promise<boolean> {
    return withTimeout(ANSWER_MS, this.queueFor(PROBE).getWaitingCount()).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    const closing = Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
    await withTimeout(ANSWER_MS, closing).catch(() => undefined);
  }

  private queueFor(name: string): PostgresQueue {
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new Queue(name, { connection: { connectionString: this.url, migrate: true, max: 1 } });
    queue.on('error', (error) => this.logOnce(error));
    this.queues.set(name, queue);
    return queue;
  }

  private logOnce(error: unknown): void {
    const text = String(error);
    if (text !== this.lastError) this.logger.warn(`Queue store failed: ${text}. It is retried.`);
    this.lastError = text;
  }
}
