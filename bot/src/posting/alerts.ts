import { botCalls } from '@pax/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { type Shop, hasCode, ProblemError } from '../shop.js';
import { Backoff } from '../timing.js';
import { reasonOf, type Logger } from '../logger.js';

/** Largest number of alerts that wait for the backend; further ones are only logged. */
const MAX_WAITING = 20;
/** Waits without keeping the process alive. */
const waitUnref = (ms: number): Promise<void> => delay(ms, undefined, { ref: false });

/** Raises alerts in the error channel for failures that need a person. */
export class Alerts {
  /** Waiting alerts as detail by title, oldest first. */
  private readonly waiting = new Map<string, string>();
  private isRetrying = false;

  constructor(
    private readonly shop: Pick<Shop, 'call'>,
    private readonly logger: Logger,
    private readonly wait: (ms: number) => Promise<void> = waitUnref,
  ) {}

  /** Raises an alert, with retries while the backend is unreachable. Never throws. */
  async raise(title: string, detail: string): Promise<void> {
    this.logger.error(title, { detail });
    if (await this.deliver(title, detail)) return;
    if (this.waiting.size < MAX_WAITING) this.waiting.set(title, detail);
    if (!this.isRetrying) void this.retryWaiting();
  }

  private async retryWaiting(): Promise<void> {
    this.isRetrying = true;
    const backoff = new Backoff({ firstMs: 1_000, maxMs: 60_000 });
    for (let [next] = this.waiting; next !== undefined; [next] = this.waiting) {
      await this.wait(backoff.nextWaitMs());
      // Alerts are delivered one by one, since the next would fail like this one.
      while (next !== undefined && (await this.deliver(...next))) {
        this.waiting.delete(next[0]);
        backoff.reset();
        [next] = this.waiting;
      }
    }
    this.isRetrying = false;
  }

  /** @returns true when the alert needs no further attempt */
  private async deliver(title: string, detail: string): Promise<boolean> {
    try {
      const body = { title: title.slice(0, 200), detail: detail.slice(0, 1_000) };
      await this.shop.call(botCalls.reportAlert, { body });
      return true;
    } catch (error) {
      this.logger.error('alert not delivered', { title, reason: reasonOf(error) });
      return error instanceof ProblemError && !hasCode(error, 'UNAVAILABLE');
    }
  }
}

/**
 * Raises one alert for each loop that an error of the bot stops, and another only after it worked again. Lives as long
 * as the process, so that a lost lease repeats no alert.
 */
export class BotErrors {
  private readonly stopped = new Set<string>();

  constructor(private readonly alerts: Pick<Alerts, 'raise'>) {}

  /** @param loop the loop's name in the log */
  async record(loop: string, reason: string): Promise<void> {
    if (this.stopped.has(loop)) return;
    this.stopped.add(loop);
    await this.alerts.raise(`Fehler des Bots hält ${loop} auf`, reason);
  }

  clear(loop: string): void {
    this.stopped.delete(loop);
  }
}
