export interface FairQueueOptions {
  /** Works at a time. */
  atOnce: number;
  /** Works of one network at a time; `atOnce` unless given. */
  atOnceOfNetwork?: number;
  /** Waiting works of one caller. */
  perCaller?: number;
  /** Waiting works in each lane. */
  total: number;
  /** Time for which a task counts against its caller, ms; only while it runs unless given. */
  memoryMs?: number;
  /** The longest wait, ms. */
  longestMs?: number;
  refusal: () => Error;
}

export interface QueueCaller {
  /** From the network down to the address or account that asks. */
  path: readonly string[];
  /** Known callers wait in a lane of their own, which has every second turn. */
  isKnown?: boolean;
}

interface Waiting {
  /** Names of the caller's network, address and so on, each within the former. */
  keys: readonly string[];
  start(): void;
  refuse(): void;
}

/**
 * Fair bounded queue: serves the network with the least work first, then its least busy address. A full lane refuses
 * the latest of the busiest callers, so that new callers wait for one turn per network.
 */
export class FairQueue {
  private running = 0;
  private readonly lanes = { known: [] as Waiting[], other: [] as Waiting[] };
  private wasKnown = false;
  /** Works that count, by key. */
  private readonly counted = new Map<string, number>();
  private clearAt = -Infinity;

  constructor(
    private readonly options: FairQueueOptions,
    private readonly now = () => performance.now(),
  ) {}

  /** @throws the refusal when too many wait, or for too long */
  async run<T>({ path, isKnown = false }: QueueCaller, work: () => Promise<T>): Promise<T> {
    this.clearExpiredCounts();
    const keys = path.map((_, at) => path.slice(0, at + 1).join('|'));
    if (this.running < this.options.atOnce && this.hasRoom(keys)) this.begin(keys);
    else await this.wait(isKnown ? this.lanes.known : this.lanes.other, keys);
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (this.options.memoryMs === undefined) this.count(keys, -1);
      this.startWaiting();
    }
  }

  private wait(lane: Waiting[], keys: readonly string[]): Promise<void> {
    const { perCaller = Infinity, total, longestMs, refusal } = this.options;
    const caller = keys.at(-1);
    if (lane.filter((other) => other.keys.at(-1) === caller).length >= perCaller) throw refusal();
    return new Promise((resolve, reject) => {
      const tooLong = longestMs === undefined ? undefined : setTimeout(() => leave(), longestMs);
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
      const leave = (): void => {
        lane.splice(lane.indexOf(waiting), 1);
        waiting.refuse();
      };
      lane.push(waiting);
      if (lane.length > total) this.evict(lane);
    });
  }

  /** Refuses the latest task of the busiest caller, waiting tasks included. */
  private evict(lane: Waiting[]): void {
    const loads = new Map(this.counted);
    for (const { keys } of lane) for (const key of keys) loads.set(key, (loads.get(key) ?? 0) + 1);
    const last = lane.reduce((most, one) => (compareLoad(loads, one, most) >= 0 ? one : most));
    lane.splice(lane.indexOf(last), 1);
    last.refuse();
  }

  /** Starts waiting tasks: lanes alternate, and within each the least busy caller comes first. */
  private startWaiting(): void {
    while (this.running < this.options.atOnce) {
      const { known, other } = this.lanes;
      const lane = (this.wasKnown ? [other, known] : [known, other]).find((one) => this.pickNext(one));
      const next = lane && this.pickNext(lane);
      if (!next) return;
      this.wasKnown = lane === known;
      lane.splice(lane.indexOf(next), 1);
      this.begin(next.keys);
      next.start();
    }
  }

  private pickNext(lane: readonly Waiting[]): Waiting | undefined {
    return lane
      .filter(({ keys }) => this.hasRoom(keys))
      .reduce<Waiting | undefined>(
        (least, one) => (least && compareLoad(this.counted, least, one) <= 0 ? least : one),
        undefined,
      );
  }

  private hasRoom([network = '']: readonly string[]): boolean {
    return (this.counted.get(network) ?? 0) < (this.options.atOnceOfNetwork ?? Infinity);
  }

  private begin(keys: readonly string[]): void {
    this.running += 1;
    this.count(keys, 1);
  }

  private count(keys: readonly string[], by: number): void {
    for (const key of keys) {
      const count = (this.counted.get(key) ?? 0) + by;
      if (count > 0) this.counted.set(key, count);
      else this.counted.delete(key);
    }
  }

  /** Clears counts once per window, which costs nothing while idle. */
  private clearExpiredCounts(): void {
    const { memoryMs } = this.options;
    if (memoryMs === undefined || this.now() < this.clearAt) return;
    this.counted.clear();
    this.clearAt = this.now() + memoryMs;
  }
}

/** Compares the work of two callers: of their networks first, then of what is within these. */
function compareLoad(counts: ReadonlyMap<string, number>, one: Waiting, other: Waiting): number {
  for (const [at, key] of one.keys.entries()) {
    const difference = (counts.get(key) ?? 0) - (counts.get(other.keys[at] ?? '') ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
