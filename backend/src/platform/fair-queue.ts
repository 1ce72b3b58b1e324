export interface FairQueueOptions {
  /** Works at a time. */
  atOnce: number;
  /** Works of one network at a time; `atOnce` unless given. */
  atOnceOfNetwork?: number;
  /** Waiting works of one caller. */
  perCaller?: number;
  /** Waiting works in each lane. */
  total: number;
  /** How long a work counts against who asked, ms; while it runs unless given. */
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
 * Fair bounded queue: the network with the least work comes first, within it the address with the least, and a full
 * lane refuses the last of those with the most, so that no crowd delays a newcomer longer than one turn of each network.
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

  /** Refuses the youngest of those that have the most, counted with what they wait for. */
  private evict(lane: Waiting[]): void {
    const loads = new Map(this.counted);
    for (const { keys } of lane) for (const key of keys) loads.set(key, (loads.get(key) ?? 0) + 1);
    const last = lane.reduce((most, one) => (compareLoad(loads, one, most) >= 0 ? one : most));
    lane.splice(lane.indexOf(last), 1);
    last.refuse();
  }

  /** Begins what may begin: the lanes in turn, in each the oldest of those that have the least. */
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

  /** Forgets in whole windows, which costs nothing while nobody asks. */
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
