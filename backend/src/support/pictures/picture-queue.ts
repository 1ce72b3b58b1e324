import { ShopError } from '../../platform/problem.js';

const MAX_CONCURRENT = 2;
/** Waiting pictures of each kind of sender; two cores make as many in a few seconds. */
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
  /** @returns whether it is over; false when it was stopped and has to begin anew */
  attempt(stop: AbortSignal): Promise<boolean>;
}

/**
 * Runs tasks by rank, two at a time: staff before accounts before visitors. A higher rank stops the lowest running
 * task, which restarts later.
 */
export class PictureQueue {
  /** In order: the next one first. */
  private readonly waiting: Job[] = [];
  private readonly running = new Map<Job, AbortController>();

  /**
   * @param work ends early when it is stopped
   * @param ended aborts when the sender's connection ended, so that nobody waits for the work
   * @throws ShopError RATE_LIMITED when too many of this kind wait
   */
  run<T>(sender: PictureSender, work: (stop: AbortSignal) => Promise<T>, ended?: AbortSignal): Promise<T> {
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
      this.insert(job, (other) => other.rank > rank);
      ended?.addEventListener('abort', () => {
        this.running.get(job)?.abort();
        const at = this.waiting.indexOf(job);
        if (at === -1) return;
        this.waiting.splice(at, 1);
        reject(tooManyError());
      });
      this.fill();
    });
  }

  /** Inserts a job before the first one of which this is true. */
  private insert(job: Job, isLater: (other: Job) => boolean): void {
    const at = this.waiting.findIndex(isLater);
    this.waiting.splice(at === -1 ? this.waiting.length : at, 0, job);
  }

  private fill(): void {
    while (this.running.size < MAX_CONCURRENT) {
      const job = this.waiting.shift();
      if (!job) return;
      void this.begin(job);
    }
    const stopped = [...this.running.values()].filter(({ signal }) => signal.aborted).length;
    for (const { rank } of this.waiting.slice(stopped)) this.stopBelow(rank);
  }

  private async begin(job: Job): Promise<void> {
    const stop = new AbortController();
    this.running.set(job, stop);
    const isOver = await job.attempt(stop.signal);
    this.running.delete(job);
    if (!isOver) this.insert(job, (other) => other.rank >= job.rank);
    this.fill();
  }

  /** Stops the lowest work that is below a rank, the youngest of several, which loses least. */
  private stopBelow(rank: number): void {
    const [lowest] = [...this.running]
      .filter(([job, { signal }]) => job.rank > rank && !signal.aborted)
      .toReversed()
      .toSorted(([one], [other]) => other.rank - one.rank);
    lowest?.[1].abort();
  }
}
