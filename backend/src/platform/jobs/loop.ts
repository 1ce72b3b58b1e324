import { Logger } from '@nestjs/common';

/**
 * Runs a task periodically, never twice at a time: every `everyMs`, or at once when woken. A task that throws is logged
 * and run again, so that the loop ends only with `stop`.
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

  /** Starts with a run at once, or after `afterMs`. */
  start(afterMs = 0): void {
    this.stopped = false;
    this.aborting = new AbortController();
    if (afterMs === 0) this.wake();
    else this.timer = setTimeout(() => this.wake(), afterMs);
  }

  /** Runs the task as soon as the present run is over. */
  wake(): void {
    this.isWakePending = true;
    if (this.stopped || this.running) return;
    clearTimeout(this.timer);
    this.running = this.run().finally(() => {
      this.running = undefined;
      if (this.stopped) return;
      if (this.isWakePending) this.wake();
      else this.timer = setTimeout(() => this.wake(), this.everyMs);
    });
  }

  /** Resolves when the present run is over; at once when there is none. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Number of runs that threw. */
  get failures(): number {
    return this.failureCount;
  }

  /** Aborts the signal of the present run, waits for it and starts no other. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.aborting.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  /** Waits for the present run, runs the task once more and starts no other. */
  async finish(): Promise<void> {
    await this.running;
    this.wake();
    await this.stop();
  }

  private async run(): Promise<void> {
    this.isWakePending = false;
    try {
      await this.task(this.aborting.signal);
      this.lastFailure = '';
    } catch (error) {
      this.failureCount += 1;
      this.logOnce(error);
    }
  }

  /** Logs each failure once, so that an hour's outage is one line. */
  private logOnce(error: unknown): void {
    const failure = error instanceof Error ? error.message : String(error);
    if (failure !== this.lastFailure)
      this.logger.warn(error instanceof Error ? (error.stack ?? failure) : failure);
    this.lastFailure = failure;
  }
}
