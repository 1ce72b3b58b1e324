export interface FairQueueOptions {
  /** Number of tasks that run at once. */
  atOnce: number;
  /** Number of tasks of one network that run at once; `atOnce` if not given. */
  atOnceOfNetwork?: number;
  /** Limit of waiting tasks of one caller. */
  perCaller?: number;
  /** Limit of waiting tasks in each of the two queues: that of known callers, and that of all others. */
  total: number;
  /** Time for which a task counts against its caller, ms; if not given, a task counts while it runs. */
  memoryMs?: number;
  /** Longest time that a task waits, ms. */
  longestMs?: number;
  refusal: () => Error;
}

export interface QueueCaller {
  /** The caller's network, then the addresses or accounts within it. */
  path: readonly string[];
  /** True for a known caller. Known callers wait in a queue of their own, which is served every second time. */
  isKnown?: boolean;
}

interface Waiting {
  /** Keys of the caller's network, address and so on, each one within the one before it. */
  keys: readonly string[];
  start(): void;
  refuse(): void;
}

/**
 * Bounded queue that is fair to networks: serves the network with the least work first, and within it the least
 * busy address. A full queue refuses the newest task of the busiest caller, so that new callers get a turn.
 */
export class FairQueue {
  private running = 0;
  private readonly queues = { known: [] as Waiting[], other: [] as Waiting[] };
  private wasKnown = false;
  /** Number of tasks that count against each key. */
  private readonly counted = new Map<string, number>();
  private clearAt = -Infinity;

  constructor(
    private readonly options: FairQueueOptions,
    private readonly now = () => performance.now(),
  ) {}

  /**
   * Runs a task as soon as it is its turn.
   * @throws the error made by `refusal` when too many tasks wait, or the task waits too long
   */
  async runTask<T>({ path, isKnown = false }: QueueCaller, work: () => Promise<T>): Promise<T> {
    this.clearExpiredCounts();
    const keys = path.map((_, at) => path.slice(0, at + 1).join('|'));
    if (this.running < this.options.atOnce && this.hasCapacityFor(keys)) this.beginTask(keys);
    else await this.waitForTurn(isKnown ? this.queues.known : this.queues.other, keys);
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (this.options.memoryMs === undefined) this.changeCounts(keys, -1);
      this.startWaiting();
    }
  }

  private waitForTurn(queue: Waiting[], keys: readonly string[]): Promise<void> {
    const { perCaller = Infinity, total, longestMs, refusal } = this.options;
    const caller = keys.at(-1);
    if (queue.filter((other) => other.keys.at(-1) === caller).length >= perCaller) throw refusal();
    return new Promise((resolve, reject) => {
      const tooLong = longestMs === undefined ? undefined : setTimeout(() => refuseWaitingTask(), longestMs);
      const waiting: Waiting = {
        keys,
        start: () => {
          clearTimeout(tooLong);
          resolve();
        },
        refuse: () => {
          clearTimeout(tooLong);
          reject(refusal());
        },
      };
      const refuseWaitingTask = (): void => {
        queue.splice(queue.indexOf(waiting), 1);
        waiting.refuse();
      };
      queue.push(waiting);
      if (queue.length > total) this.evictLatestTask(queue);
    });
  }

  /** Removes the newest task of the busiest caller from a full queue; waiting tasks count as work too. */
  private evictLatestTask(queue: Waiting[]): void {
    const loads = new Map(this.counted);
    for (const { keys } of queue) for (const key of keys) loads.set(key, (loads.get(key) ?? 0) + 1);
    const last = queue.reduce((most, one) => (compareLoad(loads, one, most) >= 0 ? one : most));
    queue.splice(queue.indexOf(last), 1);
    last.refuse();
  }

  /** Starts waiting tasks: the two queues take turns, and within each the least busy caller comes first. */
  private startWaiting(): void {
    while (this.running < this.options.atOnce) {
      const { known, other } = this.queues;
      const queue = (this.wasKnown ? [other, known] : [known, other]).find((one) => this.pickNext(one));
      const next = queue && this.pickNext(queue);
      if (!next) return;
      this.wasKnown = queue === known;
      queue.splice(queue.indexOf(next), 1);
      this.beginTask(next.keys);
      next.start();
    }
  }

  private pickNext(queue: readonly Waiting[]): Waiting | undefined {
    return queue
      .filter(({ keys }) => this.hasCapacityFor(keys))
      .reduce<Waiting | undefined>(
        (least, one) => (least && compareLoad(this.counted, least, one) <= 0 ? least : one),
        undefined,
      );
  }

  private hasCapacityFor([network = '']: readonly string[]): boolean {
    return (this.counted.get(network) ?? 0) < (this.options.atOnceOfNetwork ?? Infinity);
  }

  private beginTask(keys: readonly string[]): void {
    this.running += 1;
    this.changeCounts(keys, 1);
  }

  private changeCounts(keys: readonly string[], by: number): void {
    for (const key of keys) {
      const count = (this.counted.get(key) ?? 0) + by;
      if (count > 0) this.counted.set(key, count);
      else this.counted.delete(key);
    }
  }

  /** Clears the counts once per time window when a task arrives, so that an idle queue needs no timer. */
  private clearExpiredCounts(): void {
    const { memoryMs } = this.options;
    if (memoryMs === undefined || this.now() < this.clearAt) return;
    this.counted.clear();
    this.clearAt = this.now() + memoryMs;
  }
}

/** Compares the work of two callers: first that of their networks, then that of the addresses within. */
function compareLoad(counts: ReadonlyMap<string, number>, one: Waiting, other: Waiting): number {
  for (const [at, key] of one.keys.entries()) {
    const difference = (counts.get(key) ?? 0) - (counts.get(other.keys[at] ?? '') ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
