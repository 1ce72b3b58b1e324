import { describeEnd, type Running } from '../process/running.js';
import type { Reporter } from './reporter.js';

/** Pauses (ms) before the first, second, … restart in a row. */
const backoffMs = [250, 1_000, 2_000, 5_000, 10_000, 15_000];
/** A life this long (ms) counts as healthy: the row of failures begins anew. */
const healthyMs = 30_000;

/** Keeps one service running: starts it, and starts it again with growing pauses when it ends unasked. */
export class ServiceMonitor<T extends Running> {
  private current: T | undefined;
  private launching: Promise<T> | undefined;
  private stopping = false;
  private readonly stopController = new AbortController();
  private startedAt = 0;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private restarts: Promise<void> = Promise.resolve();

  constructor(
    private readonly name: string,
    /** Starts it; the signal says that nobody wants it any more. */
    private readonly launch: (signal: AbortSignal) => Promise<T>,
    private readonly reporter: Reporter,
    private readonly onStart: (running: T) => void = () => undefined,
  ) {}

  /** How often in a row it ended unasked. */
  get consecutiveFailures(): number {
    return this.failures;
  }

  /** Starts it for the first time. @throws what starting throws */
  async start(): Promise<T> {
    const launching = this.launch(this.stopController.signal);
    this.launching = launching;
    const running = await launching;
    this.current = running;
    this.startedAt = Date.now();
    this.onStart(running);
    void this.watch(running);
    return running;
  }

  /** Ends it and starts it anew, on purpose: the row of failures begins anew. */
  async restart(): Promise<void> {
    // One after the other: two at once would start two, and one would be forgotten.
    this.restarts = this.restarts.catch(() => undefined).then(async () => await this.restartNow());
    await this.restarts;
  }

  /** Ends it for good. */
  async stop(options: { atOnce?: boolean } = {}): Promise<void> {
    this.stopping = true;
    this.stopController.abort(new Error(`${this.name} is stopped`));
    clearTimeout(this.timer);
    // What is just starting is waited for, so that nothing comes up after the end.
    const late = await this.launching?.catch(() => undefined);
    await (this.current ?? late)?.stop(options);
  }

  private async restartNow(): Promise<void> {
    if (this.stopping) return;
    const old = this.current;
    this.current = undefined;
    this.failures = 0;
    clearTimeout(this.timer);
    await old?.stop();
    await this.again();
  }

  private async watch(running: T): Promise<void> {
    const end = await running.ended;
    if (this.current !== running) return;
    // Only a life can have been a healthy one: a start that fails again and again has to slow down.
    const wasHealthy = Date.now() - this.startedAt > healthyMs;
    this.lost(describeEnd(end), wasHealthy ? 0 : this.failures);
  }

  private lost(reason: string, failuresBefore: number): void {
    this.current = undefined;
    if (this.stopping) return;
    this.failures = failuresBefore + 1;
    const pauseMs = backoffMs[Math.min(this.failures, backoffMs.length) - 1] ?? 0;
    this.reporter.note(this.name, `ended (${reason}); starting again in ${pauseMs / 1000} s`);
    this.timer = setTimeout(() => void this.again(), pauseMs);
  }

  private async again(): Promise<void> {
    if (this.stopping) return;
    try {
      await this.start();
      this.reporter.note(this.name, 'running again');
    } catch (error) {
      this.lost(error instanceof Error ? error.message : String(error), this.failures);
    }
  }
}
