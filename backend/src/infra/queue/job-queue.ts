/** As much of a BullMQ queue as the shop uses, whatever it stands on. */
export interface JobQueue {
  add(name: string, data: object, options?: JobOptions): Promise<unknown>;
  /** Jobs that no worker took yet. */
  getWaitingCount(): Promise<number>;
  close(): Promise<void>;
}

export interface JobOptions {
  removeOnComplete?: boolean;
  removeOnFail?: boolean;
}

/** As much of a BullMQ worker as the shop uses. */
export interface JobWorker {
  close(force?: boolean): Promise<void>;
}

export type ProcessJob = (job: { data: unknown }) => Promise<void>;

/** Where queues live: Redis, or Postgres in a local run without Redis. */
export interface QueueStore {
  /** Connects, waiting a little; a store that is away comes back by itself. @throws Error when it must not be used */
  open(): Promise<void>;
  /** Makes a queue; undefined while the store is away, so that nobody waits for it. */
  queue(name: string): JobQueue | undefined;
  /** Makes a worker; it waits for a store that is away. */
  worker(name: string, process: ProcessJob): JobWorker;
  /** Whether the store answers now. */
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}
