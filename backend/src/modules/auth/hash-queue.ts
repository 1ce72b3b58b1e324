import { ShopError } from '../../common/problem.js';

/** How many hashes run at a time: each costs a core and 19 MiB. */
const AT_A_TIME = 2;

/** Lets two hashes run at a time and a bounded number wait; a flood of logins must not take the machine (OWN-23). */
export class HashQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param room how many may wait */
  constructor(private readonly room: number) {}

  /** @throws ShopError RATE_LIMITED when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_A_TIME) {
      if (this.waiting.length >= this.room)
        throw new ShopError('RATE_LIMITED', 'Many people are signing in. Please try again in a moment.', {
          retryAfter: 1,
        });
      // The place is handed over by the one that leaves, so nobody can slip in between.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
