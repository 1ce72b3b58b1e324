/** The part of BullMQ's queue that the shop uses, on Redis or Postgres. */
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

/** The part of BullMQ's worker that the shop uses. */
export interface JobWorker {
  close(force?: boolean): Promise<void>;
}

export type ProcessJob = (job: { data: unknown }) => Promise<void>;

/** The store of job queues: Redis, or Postgres in a local run without Redis. */
export interface QueueStore {
  /**
   * Connects and waits briefly; an unavailable store reconnects by itself later.
   * @throws Error when the store must not be used
   */
  open(): Promise<void>;
  /** Creates a queue; undefined while the store is unavailable, so that no caller has to wait. */
  queue(name: string): JobQueue | undefined;
  /** Creates a worker, which waits while the store is unavailable. */
  worker(name: string, process: ProcessJob): JobWorker;
  /** Tells whether the store answers now. */
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}
