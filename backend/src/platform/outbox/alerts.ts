import { randomUUID } from 'node:crypto';
import type { Alert } from '@pax/contracts';
import { sql } from '../database/sql.js';
import { type Tx, Transactions } from '../database/transaction.js';
import { appendEvent } from './outbox.js';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '../clock.js';
import { errorText } from '../describe-error.js';
import { Periodic } from '../jobs/periodic.js';

export interface RaisedAlert extends Alert {
  /**
   * True when one cause may raise many such alerts at once: a single post then shows the newest and counts the
   * others.
   */
  isFoldable?: true;
  /** Number of times that the alert's cause occurred; one if not given. */
  times?: number;
}

/** Tells whether any process raised an alert with this title, or this detail, within the last `withinMs`. */
export const wasAlertRaised = (
  database: Parameters<typeof sql>[0],
  alert: Partial<Pick<Alert, 'title' | 'detail'>>,
  withinMs: number,
): Promise<boolean> =>
  sql(database).exists(
    `SELECT 1 FROM outbox_events WHERE type = 'alert.raised' AND data @> $1::jsonb
        AND occurred_at > clock_timestamp() - $2 * interval '1 millisecond'`,
    [JSON.stringify(alert), withinMs],
  );

/**
 * Raises an alert, which is posted to the staff's error channel. The text must contain neither user input nor
 * secrets.
 */
export function raiseAlert(tx: Tx, alert: RaisedAlert): void {
  appendEvent(tx, {
    type: 'alert.raised',
    aggregate: 'alert',
    aggregateId: randomUUID(),
    version: 1,
    data: { ...alert },
  });
}

/** Time after the first alert of a kind in which further ones are only counted, ms. */
const WINDOW_MS = 60_000;
const EVERY_MS = 5_000;

interface CountingWindow {
  alert: RaisedAlert;
  endsAt: number;
  /** Number of alerts raised since the window opened and not written yet. */
  count: number;
}

const alertKey = ({ title, detail }: RaisedAlert): string => `${title}\n${detail}`;

/**
 * Alerts that outsiders can cause repeatedly: the first is written at once, those of the next minute as one row
 * with a count. A killed process loses at most the count of a minute.
 */
@Injectable()
export class CountedAlerts implements BeforeApplicationShutdown {
  /**
   * Open counting windows by the alert's text. There are few texts: one per title, or per account with a second
   * step.
   */
  private readonly windows = new Map<string, CountingWindow>();
  private isClosing = false;
  private readonly logger = new Logger(CountedAlerts.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Raises an alert, or counts it if one with the same text was raised within the last minute. */
  async raiseCounted(alert: RaisedAlert): Promise<void> {
    const open = this.windows.get(alertKey(alert));
    if (open) {
      open.count += 1;
      return;
    }
    const window = this.openWindow(alert);
    try {
      await this.writeAlert(alert, 1);
    } catch (error) {
      // Keeps the count for the next run when writing fails: the caller must be answered either way.
      window.count += 1;
      window.endsAt = this.clock.now().getTime();
      this.logger.warn(`The alert "${alert.title}" is written later: ${errorText(error)}`);
    }
  }

  /** Writes the counts of windows that have ended; at the end of the process, of all windows. */
  @Periodic({ name: 'counted-alerts', every: EVERY_MS, role: 'all', servesLastCalls: true })
  async writeCounted(): Promise<void> {
    await this.writeEndedWindows(this.isClosing ? Infinity : this.clock.now().getTime());
  }

  /** Writes the counts of windows that end by a given time, ms. */
  async writeEndedWindows(by: number): Promise<void> {
    const now = this.clock.now().getTime();
    for (const [text, window] of this.windows) {
      if (window.endsAt > by) continue;
      const { alert, count } = window;
      if (count === 0) this.windows.delete(text);
      else {
        window.count = 0;
        await this.writeAlert(alert, count).catch((error: unknown) => {
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

  private openWindow(alert: RaisedAlert): CountingWindow {
    const window = { alert, endsAt: this.clock.now().getTime() + WINDOW_MS, count: 0 };
    this.windows.set(alertKey(alert), window);
    return window;
  }

  private async writeAlert(alert: RaisedAlert, times: number): Promise<void> {
    await this.transactions.run((tx) => raiseAlert(tx, { ...alert, times }));
  }
}
