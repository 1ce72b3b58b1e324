import { ShopError } from '../../platform/shop-error.js';

const MAX_CONCURRENT = 2;
/** Limit of waiting pictures per kind of sender; two cores encode as many in a few seconds. */
const MAX_WAITING = 8;
const SENDERS = ['staff', 'account', 'visitor'] as const;

/** The kind of sender of a picture. */
export type PictureSender = (typeof SENDERS)[number];

const tooManyError = (): ShopError =>
  new ShopError('RATE_LIMITED', 'Many pictures are being sent. Please try again in a moment.', {
    retryAfter: 2,
  });

interface Job {
  readonly rank: number;
  /**
   * Runs the task until it is done or stopped.
   * @returns false when it was stopped and has to start again
   */
  attempt(stop: AbortSignal): Promise<boolean>;
}

/**
 * Runs tasks by rank, two at a time: staff before accounts before visitors. A task of higher rank stops the lowest
 * running one, which starts again later.
 */
export class PictureQueue {
  /** Waiting jobs, the next one first. */
  private readonly waiting: Job[] = [];
  private readonly running = new Map<Job, AbortController>();

  /**
   * Runs work in the queue.
   * @param work ends early when it is stopped
   * @param ended aborts when the sender's connection ended, so that nobody waits for the work
   * @throws ShopError RATE_LIMITED when too many of this kind of sender wait
   */
  runJob<T>(sender: PictureSender, work: (stop: AbortSignal) => Promise<T>, ended?: AbortSignal): Promise<T> {
    const rank = SENDERS.indexOf(sender);
    if (this.waiting.filter((job) => job.rank === rank).length >= MAX_WAITING) throw tooManyError();
    return new Promise((resolve, reject) => {
      const attempt = async (stop: AbortSignal): Promise<boolean> => {
        try {
          resolve(await work(stop));
        } catch (error) {
          if (stop.aborted && ended?.aborted !== true) return false;
          reject(error);
        }
        return true;
      };
      const job = { rank, attempt };
      this.insertJob(job, (other) => other.rank > rank);
      ended?.addEventListener('abort', () => {
        this.running.get(job)?.abort();
        const at = this.waiting.indexOf(job);
        if (at === -1) return;
        this.waiting.splice(at, 1);
        reject(tooManyError());
      });
      this.startWaitingJobs();
    });
  }

  /** Inserts a job before the first waiting one for which `isLater` is true. */
  private insertJob(job: Job, isLater: (other: Job) => boolean): void {
    const at = this.waiting.findIndex(isLater);
    this.waiting.splice(at === -1 ? this.waiting.length : at, 0, job);
  }

  private startWaitingJobs(): void {
    while (this.running.size < MAX_CONCURRENT) {
      const job = this.waiting.shift();
      if (!job) return;
      void this.beginJob(job);
    }
    const stopped = [...this.running.values()].filter(({ signal }) => signal.aborted).length;
    for (const { rank } of this.waiting.slice(stopped)) this.stopJobBelow(rank);
  }

  private async beginJob(job: Job): Promise<void> {
    const stop = new AbortController();
    this.running.set(job, stop);
    const isOver = await job.attempt(stop.signal);
    this.running.delete(job);
    if (!isOver) this.insertJob(job, (other) => other.rank >= job.rank);
    this.startWaitingJobs();
  }

  /**
   * Stops the running task of the lowest rank below the given one; of several the youngest, which loses least work.
   */
  private stopJobBelow(rank: number): void {
    const [lowest] = [...this.running]
      .filter(([job, { signal }]) => job.rank > rank && !signal.aborted)
      .toReversed()
      .toSorted(([one], [other]) => other.rank - one.rank);
    lowest?.[1].abort();
  }
}
