import { describeEnd, type Running } from '../process/running.js';
import type { Reporter } from './reporter.js';

/** Pauses (ms) before the first, second, … restart in a row. */
const pausesMs = [250, 1_000, 2_000, 5_000, 10_000, 15_000];
/** A life this long (ms) counts as healthy: the row of failures begins anew. */
const healthyMs = 30_000;

/** Keeps one service running: starts it, and starts it again with growing pauses when it ends unasked. */
export class Keeper<T extends Running> {
  private current: T | undefined;
  private beginning: Promise<T> | undefined;
  private stopping = false;
  private startedAt = 0;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly name: string,
    private readonly begin: () => Promise<T>,
    private readonly reporter: Reporter,
    private readonly onStart: (running: T) => void = () => undefined,
  ) {}

  /** How often in a row it ended unasked. */
  get failuresInRow(): number {
    return this.failures;
  }

  /** Starts it for the first time. @throws what starting throws */
  async start(): Promise<T> {
    const beginning = this.begin();
    this.beginning = beginning;
    const running = await beginning;
    this.current = running;
    this.startedAt = Date.now();
    this.onStart(running);
    void this.watch(running);
    return running;
  }

  /** Ends it and starts it anew, on purpose: the row of failures begins anew. */
  async restart(): Promise<void> {
    if (this.stopping) return;
    const old = this.current;
    this.current = undefined;
    this.failures = 0;
    clearTimeout(this.timer);
    await old?.stop();
    await this.again();
  }

  /** Ends it for good. */
  async stop(options: { atOnce?: boolean } = {}): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    // What is just starting is waited for, so that nothing comes up after the end.
    const late = await this.beginning?.catch(() => undefined);
    await (this.current ?? late)?.stop(options);
  }

  private async watch(running: T): Promise<void> {
    const end = await running.ended;
    if (this.current === running) this.lost(describeEnd(end));
  }

  private lost(reason: string): void {
    this.current = undefined;
    if (this.stopping) return;
    this.failures = Date.now() - this.startedAt > healthyMs ? 1 : this.failures + 1;
    const pauseMs = pausesMs[Math.min(this.failures, pausesMs.length) - 1] ?? 0;
    this.reporter.note(this.name, `ended (${reason}); starting again in ${pauseMs / 1000} s`);
    this.timer = setTimeout(() => void this.again(), pauseMs);
  }

  private async again(): Promise<void> {
    if (this.stopping) return;
    try {
      await this.start();
      this.reporter.note(this.name, 'running again');
    } catch (error) {
      this.lost(error instanceof Error ? error.message : String(error));
    }
  }
}
