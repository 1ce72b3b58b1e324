/** The part of a BullMQ queue that the shop uses, on any store. */
export interface JobQueue {
  add(name: string, data: object, options?: JobOptions): Promise<unknown>;
  /** Number of jobs that no worker has taken yet. */
  getWaitingCount(): Promise<number>;
  close(): Promise<void>;
}

export interface JobOptions {
  removeOnComplete?: boolean;
  removeOnFail?: boolean;
}

/** The part of a BullMQ worker that the shop uses. */
export interface JobWorker {
  close(force?: boolean): Promise<void>;
}

export type ProcessJob = (job: { data: unknown }) => Promise<void>;

/** Where queues live: Redis, or Postgres in a local run without Redis. */
export interface QueueStore {
  /** Connects, waiting briefly; an unavailable store reconnects by itself. @throws Error when it must not be used */
  open(): Promise<void>;
  /** Creates a queue; undefined while the store is unavailable, so that no caller waits for it. */
  queue(name: string): JobQueue | undefined;
  /** Creates a worker; it waits for an unavailable store. */
  worker(name: string, process: ProcessJob): JobWorker;
  /** Tells whether the store answers at present. */
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}
