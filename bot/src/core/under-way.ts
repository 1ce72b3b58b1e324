import { pause } from './pause.js';

/** Work that goes on by itself, so that whoever ends can wait for it. */
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

  /** Waits until all that is under way now has ended, or so long, ms. */
  async ended(withinMs: number): Promise<void> {
    const late = new AbortController();
    await Promise.race([Promise.all(this.all), pause(withinMs, late.signal)]);
    late.abort();
  }
}
