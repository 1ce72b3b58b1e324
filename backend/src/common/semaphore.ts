/** Runs at most `size` tasks at a time; the others wait in order. */
export class Semaphore {
  private running = 0;
  private readonly queue: (() => void)[] = [];
  private readonly unfinished = new Set<Promise<unknown>>();

  constructor(private readonly size: number) {}

  /** @returns the result of the task @throws its error */
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
    // A finished task hands its slot to the next, so that no new task can overtake.
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
