import { ShopError } from '../../common/problem.js';
import { Semaphore } from '../../common/semaphore.js';

/** How many hashes run at a time: each costs a core and 19 MiB. */
const AT_A_TIME = 2;

/** Lets two hashes run at a time and a bounded number wait; a flood of logins must not take the machine (OWN-23). */
export class HashQueue {
  private readonly places = new Semaphore(AT_A_TIME);

  /** @param room how many may wait */
  constructor(private readonly room: number) {}

  /** @throws ShopError RATE_LIMITED when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.places.isFull && this.places.waiting >= this.room)
      throw new ShopError('RATE_LIMITED', 'Many people are signing in. Please try again in a moment.', {
        retryAfter: 1,
      });
    return this.places.run(work);
  }
}
