import { ShopError } from '../../../common/problem.js';

/** Hashes at a time; each takes a core and 19 MiB. */
const CONCURRENCY = 2;

export interface HashQueueLimits {
  /** Waiting hashes of one caller. */
  perCaller: number;
  /** Waiting hashes of all callers. */
  total: number;
}

interface QueuedHash {
  start(): void;
  refuse(error: ShopError): void;
}

/**
 * Fair bounded queue: round robin over callers, and a newcomer evicts from the longest queue, so that a flood of logins
 * from one address neither takes the machine nor delays others (OWN-23, OWN-340).
 */
export class HashQueue {
  private running = 0;
  private waiting = 0;
  /** Waiting hashes by caller, the next caller first. No queue is empty. */
  private readonly queues = new Map<string, QueuedHash[]>();

  constructor(private readonly limits: HashQueueLimits) {}

  /** @param caller the keyed hash of an address @throws ShopError RATE_LIMITED when too many wait */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.running < CONCURRENCY) this.running += 1;
    else await this.wait(caller);
    try {
      return await work();
    } finally {
      // A finished hash hands its slot to the next, so that no new one can overtake.
      const next = this.next();
      if (next) next.start();
      else this.running -= 1;
    }
  }

  private wait(caller: string): Promise<void> {
    const queue = this.queues.get(caller) ?? [];
    if (queue.length >= this.limits.perCaller) throw tooMany();
    if (this.waiting >= this.limits.total) this.evictLongest(queue.length);
    return new Promise((start, refuse) => {
      queue.push({ start, refuse });
      this.queues.set(caller, queue);
      this.waiting += 1;
    });
  }

  /** Refuses the last of the longest queue, if that is longer than the newcomer's would be. */
  private evictLongest(length: number): void {
    const longest = [...this.queues.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= length + 1) throw tooMany();
    this.waiting -= 1;
    longest.pop()?.refuse(tooMany());
  }

  private next(): QueuedHash | undefined {
    const first = this.queues.entries().next();
    if (first.done) return undefined;
    const [caller, queue] = first.value;
    this.queues.delete(caller);
    const next = queue.shift();
    if (queue.length > 0) this.queues.set(caller, queue);
    this.waiting -= 1;
    return next;
  }
}

function tooMany(): ShopError {
  return new ShopError('RATE_LIMITED', 'Many people are signing in. Please try again in a moment.', {
    retryAfter: 1,
  });
}
