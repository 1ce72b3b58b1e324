import { ShopError } from '../../../common/problem.js';

/** How many hashes run at a time: each costs a core and 19 MiB. */
const AT_A_TIME = 2;

export interface HashQueueSizes {
  /** How many hashes of one caller may wait. */
  perCaller: number;
  /** How many may wait over all. */
  overAll: number;
}

interface Waiting {
  begin(): void;
  refuse(error: ShopError): void;
}

/**
 * Lets two hashes run at a time and a bounded number wait; a flood of logins must not take the machine (OWN-23).
 * Callers take turns, and the longest line gives way to a newcomer, so that no flood from one address makes others
 * wait long or be refused (OWN-340).
 */
export class HashQueue {
  private running = 0;
  private waiting = 0;
  /** What waits, by caller; whose turn comes next stands first. No line is empty. */
  private readonly lines = new Map<string, Waiting[]>();

  constructor(private readonly sizes: HashQueueSizes) {}

  /**
   * @param caller whose work it is, as the keyed hash of an address
   * @throws ShopError RATE_LIMITED when too many wait
   */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.running < AT_A_TIME) this.running += 1;
    else await this.wait(caller);
    try {
      return await work();
    } finally {
      // The place is handed over by the one that leaves, so nobody can slip in between.
      const next = this.next();
      if (next) next.begin();
      else this.running -= 1;
    }
  }

  private wait(caller: string): Promise<void> {
    const line = this.lines.get(caller) ?? [];
    if (line.length >= this.sizes.perCaller) throw tooMany();
    if (this.waiting >= this.sizes.overAll) this.makeRoom(line.length);
    return new Promise((begin, refuse) => {
      line.push({ begin, refuse });
      this.lines.set(caller, line);
      this.waiting += 1;
    });
  }

  /** Refuses the last of the longest line, if that is longer than the newcomer's would be. */
  private makeRoom(length: number): void {
    const longest = [...this.lines.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= length + 1) throw tooMany();
    this.waiting -= 1;
    longest.pop()?.refuse(tooMany());
  }

  private next(): Waiting | undefined {
    const first = this.lines.entries().next();
    if (first.done) return undefined;
    const [caller, line] = first.value;
    this.lines.delete(caller);
    const next = line.shift();
    if (line.length > 0) this.lines.set(caller, line);
    this.waiting -= 1;
    return next;
  }
}

function tooMany(): ShopError {
  return new ShopError('RATE_LIMITED', 'Many people are signing in. Please try again in a moment.', {
    retryAfter: 1,
  });
}
