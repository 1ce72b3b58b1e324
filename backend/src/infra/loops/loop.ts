import { Logger } from '@nestjs/common';

/**
 * Calls a step again and again, never twice at a time: after `everyMs`, or at once when woken. A step that
 * throws is logged and tried again at the next turn, so that a loop never dies while the process lives.
 */
export class Loop {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wanted = false;
  private stopped = true;
  private lastTrouble = '';

  constructor(
    name: string,
    private readonly everyMs: number,
    private readonly step: () => Promise<void>,
  ) {
    this.logger = new Logger(name);
  }

  /** Begins with a step at once, or after `afterMs`. */
  start(afterMs = 0): void {
    this.stopped = false;
    if (afterMs === 0) this.wake();
    else this.timer = setTimeout(() => this.wake(), afterMs);
  }

  /** Runs a step as soon as the present one is over. */
  wake(): void {
    this.wanted = true;
    if (this.stopped || this.running) return;
    clearTimeout(this.timer);
    this.running = this.turn().finally(() => {
      this.running = undefined;
      if (this.stopped) return;
      if (this.wanted) this.wake();
      else this.timer = setTimeout(() => this.wake(), this.everyMs);
    });
  }

  /** Resolves when the present step is over; at once when there is none. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Waits for the present step and starts no other. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async turn(): Promise<void> {
    this.wanted = false;
    try {
      await this.step();
      this.lastTrouble = '';
    } catch (error) {
      this.complain(error);
    }
  }

  /** Says each trouble once, not at every turn: an outage of an hour is one line. */
  private complain(error: unknown): void {
    const trouble = error instanceof Error ? error.message : String(error);
    if (trouble !== this.lastTrouble)
      this.logger.warn(error instanceof Error ? (error.stack ?? trouble) : trouble);
    this.lastTrouble = trouble;
  }
}
