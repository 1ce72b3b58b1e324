/** Lets so many works run at a time; the others wait, and begin in the order in which they came. */
export class Semaphore {
  private running = 0;
  private readonly queue: (() => void)[] = [];
  private readonly unfinished = new Set<Promise<unknown>>();

  constructor(private readonly size: number) {}

  /** @returns what the work answers, or its error */
  run<T>(work: () => Promise<T>): Promise<T> {
    const run = this.runWhenFree(work).finally(() => this.unfinished.delete(run));
    this.unfinished.add(run);
    return run;
  }

  /** Resolves when nothing runs or waits. */
  async settled(): Promise<void> {
    while (this.unfinished.size > 0) await Promise.allSettled(this.unfinished);
  }

  private async runWhenFree<T>(work: () => Promise<T>): Promise<T> {
    // The place is handed over by the one that leaves, so nobody can slip in between.
    if (this.running >= this.size) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
