import { botCalls } from '@pax/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { type ShopClient, hasCode, ProblemError } from '../shop-client.js';
import { Backoff } from '../timing.js';
import { reasonOf, type Logger } from '../logger.js';

/** Largest number of alerts kept while the backend is unreachable; further ones are only logged. */
const MAX_WAITING = 20;
/** Waits without keeping the process alive. */
const waitUnref = (ms: number): Promise<void> => delay(ms, undefined, { ref: false });

/** Reports failures that need a person as alerts in the error channel. */
export class Alerts {
  /** Alerts that wait for the backend: the detail of each by title, oldest first. */
  private readonly waiting = new Map<string, string>();
  private isRetrying = false;

  constructor(
    private readonly shop: Pick<ShopClient, 'call'>,
    private readonly logger: Logger,
    private readonly wait: (ms: number) => Promise<void> = waitUnref,
  ) {}

  /** Sends an alert to the backend, with retries while the backend is unreachable. Never throws. */
  async raiseAlert(title: string, detail: string): Promise<void> {
    this.logger.error(title, { detail });
    if (await this.deliverAlert(title, detail)) return;
    if (this.waiting.size < MAX_WAITING) this.waiting.set(title, detail);
    if (!this.isRetrying) void this.retryWaitingAlerts();
  }

  private async retryWaitingAlerts(): Promise<void> {
    this.isRetrying = true;
    const backoff = new Backoff({ firstMs: 1_000, maxMs: 60_000 });
    for (let [next] = this.waiting; next !== undefined; [next] = this.waiting) {
      await this.wait(backoff.nextWaitMs());
      // Alerts are sent one by one, since after a failure the next one would fail as well.
      while (next !== undefined && (await this.deliverAlert(...next))) {
        this.waiting.delete(next[0]);
        backoff.reset();
        [next] = this.waiting;
      }
    }
    this.isRetrying = false;
  }

  /** Sends an alert to the backend. @returns true when the alert needs no further attempt */
  private async deliverAlert(title: string, detail: string): Promise<boolean> {
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
 * Raises one alert when a bug stops a loop, and another one only after the loop has worked again. Kept for the whole
 * process, so that a lost lease repeats no alert.
 */
export class BotErrors {
  private readonly stopped = new Set<string>();

  constructor(private readonly alerts: Pick<Alerts, 'raiseAlert'>) {}

  /** @param loop the loop's name in the log */
  async recordLoopError(loop: string, reason: string): Promise<void> {
    if (this.stopped.has(loop)) return;
    this.stopped.add(loop);
    await this.alerts.raiseAlert(`Fehler des Bots hält ${loop} auf`, reason);
  }

  clearLoopError(loop: string): void {
    this.stopped.delete(loop);
  }
}
