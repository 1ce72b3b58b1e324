import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '../clock.js';
import { errorText } from '../error-text.js';
import { Transactions } from '../database/transaction.js';
import { Periodic } from '../jobs/periodic.js';
import { raiseAlert, type RaisedAlert } from './alert.js';

/** How long alerts of one kind are counted after the first, ms. */
const WINDOW_MS = 60_000;
const EVERY_MS = 5_000;

interface Window {
  alert: RaisedAlert;
  endsAt: number;
  /** Raised since it began, and not written yet. */
  count: number;
}

const textOf = ({ title, detail }: RaisedAlert): string => `${title}\n${detail}`;

/**
 * Alerts that somebody outside can cause again and again: the first is written at once, those of the next minute are one
 * row that counts them. A process that is killed loses the count of its last minute, never the first alert.
 */
@Injectable()
export class CountedAlerts implements BeforeApplicationShutdown {
  /** By text, of which there are few: one for each title, or for each account that has a second step. */
  private readonly windows = new Map<string, Window>();
  private isClosing = false;
  private readonly logger = new Logger(CountedAlerts.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Raises an alert, or counts it to those before it with the same text. */
  async raise(alert: RaisedAlert): Promise<void> {
    const open = this.windows.get(textOf(alert));
    if (open) {
      open.count += 1;
      return;
    }
    const window = this.open(alert);
    try {
      await this.write(alert, 1);
    } catch (error) {
      // The next run writes it, with what came meanwhile: whoever caused it is answered either way.
      window.count += 1;
      window.endsAt = this.clock.now().getTime();
      this.logger.warn(`The alert "${alert.title}" is written later: ${errorText(error)}`);
    }
  }

  /** Writes what was counted in the windows that are over; at the end of the process in all. */
  @Periodic({ name: 'counted-alerts', every: EVERY_MS, role: 'all', servesLastCalls: true })
  async writeCounted(): Promise<void> {
    await this.writeEnded(this.isClosing ? Infinity : this.clock.now().getTime());
  }

  /** Writes what was counted in windows that end by then. */
  async writeEnded(by: number): Promise<void> {
    const now = this.clock.now().getTime();
    for (const [text, window] of this.windows) {
      if (window.endsAt > by) continue;
      const { alert, count } = window;
      if (count === 0) this.windows.delete(text);
      else {
        window.count = 0;
        await this.write(alert, count).catch((error: unknown) => {
          window.count += count;
          throw error;
        });
        window.endsAt = now + WINDOW_MS;
      }
    }
  }

  beforeApplicationShutdown(): void {
    this.isClosing = true;
  }

  private open(alert: RaisedAlert): Window {
    const window = { alert, endsAt: this.clock.now().getTime() + WINDOW_MS, count: 0 };
    this.windows.set(textOf(alert), window);
    return window;
  }

  private async write(alert: RaisedAlert, times: number): Promise<void> {
    await this.transactions.run((tx) => raiseAlert(tx, { ...alert, times }));
  }
}
