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

  constructor(
    name: string,
    private readonly everyMs: number,
    private readonly step: () => Promise<void>,
  ) {
    this.logger = new Logger(name);
  }

  start(): void {
    this.stopped = false;
    this.wake();
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
    } catch (error) {
      this.logger.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
}
