import { Logger } from '@nestjs/common';

/**
 * Runs a task every `everyMs`, or at once when woken, but never twice at the same time. A task that throws is
 * logged and run again later, so that only `stop` ends the loop.
 */
export class Loop {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isWakePending = false;
  private stopped = true;
  private aborting = new AbortController();
  private failureCount = 0;
  private lastFailure = '';

  constructor(
    name: string,
    private readonly everyMs: number,
    private readonly task: (signal: AbortSignal) => Promise<void>,
  ) {
    this.logger = new Logger(name);
  }

  /** Starts the loop: the first run is at once, or after `afterMs`. */
  start(afterMs = 0): void {
    this.stopped = false;
    this.aborting = new AbortController();
    if (afterMs === 0) this.wake();
    else this.timer = setTimeout(() => this.wake(), afterMs);
  }

  /** Runs the task again as soon as the present run has ended. */
  wake(): void {
    this.isWakePending = true;
    if (this.stopped || this.running) return;
    clearTimeout(this.timer);
    this.running = this.runTask().finally(() => {
      this.running = undefined;
      if (this.stopped) return;
      if (this.isWakePending) this.wake();
      else this.timer = setTimeout(() => this.wake(), this.everyMs);
    });
  }

  /** Resolves when the present run has ended; at once when none is in progress. */
  async waitUntilIdle(): Promise<void> {
    await this.running;
  }

  /** Number of runs that have thrown. */
  get failures(): number {
    return this.failureCount;
  }

  /** Aborts the signal of the present run, waits until the run ends, and starts no more. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.aborting.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  /** Waits until the present run ends, runs the task one last time, and starts no more. */
  async finishLastRun(): Promise<void> {
    await this.running;
    this.wake();
    await this.stop();
  }

  private async runTask(): Promise<void> {
    this.isWakePending = false;
    try {
      await this.task(this.aborting.signal);
      this.lastFailure = '';
    } catch (error) {
      this.failureCount += 1;
      this.logOnce(error);
    }
  }

  /** Logs a repeated failure only once, so that an outage of an hour is one log line. */
  private logOnce(error: unknown): void {
    const failure = error instanceof Error ? error.message : String(error);
    if (failure !== this.lastFailure)
      this.logger.warn(error instanceof Error ? (error.stack ?? failure) : failure);
    this.lastFailure = failure;
  }
}
