import { pause } from './pause.js';

/** Work in the background, collected so that the process can wait for it before it ends. */
export class UnderWay {
  private readonly all = new Set<Promise<void>>();

  get count(): number {
    return this.all.size;
  }

  /** @param work never rejects */
  add(work: Promise<void>): void {
    this.all.add(work);
    void work.then(() => this.all.delete(work));
  }

  /** Waits until the present work has ended, at most `withinMs`. */
  async ended(withinMs: number): Promise<void> {
    const late = new AbortController();
    await Promise.race([Promise.all(this.all), pause(withinMs, late.signal)]);
    late.abort();
  }
}
