import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { eventDefinition, type ShopEvent } from '@pax/contracts';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.js';

export const OUTBOX_CHANNEL = 'outbox';

/**
 * Minimum time between two notifications about purchases, ms: in a rush the relay runs five times a second, not
 * once per purchase.
 */
const DEBOUNCE_MS = 200;

/**
 * Wakes the event relays after a commit: that of this process directly, others by NOTIFY. NOTIFY is sent outside
 * the transaction, because inside it would serialise all commits; the relay's poll covers lost notifications.
 */
@Injectable()
export class OutboxNotifier implements OnApplicationShutdown {
  /** Id of this process in its notifications. */
  readonly id = randomUUID();
  private readonly logger = new Logger(OutboxNotifier.name);
  private wake = (): void => undefined;
  private scheduled: NodeJS.Immediate | undefined;
  private debounce: NodeJS.Timeout | undefined;
  private notifiedAt = -Infinity;
  private isSending = false;
  private isSendPending = false;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Notifies the relays of committed events: at once, or for purchases alone at most once per DEBOUNCE_MS. */
  notify(events: readonly ShopEvent[]): void {
    if (events.length === 0) return;
    const pause = this.notifiedAt + DEBOUNCE_MS - performance.now();
    if (pause <= 0 || !canDebounce(events)) this.notifyNow();
    else this.debounce ??= setTimeout(() => this.notifyNow(), pause);
  }

  /** Sets the callback that wakes the relay of this process. */
  onNotify(wake: () => void): void {
    this.wake = wake;
  }

  onApplicationShutdown(): void {
    clearTimeout(this.debounce);
    clearImmediate(this.scheduled);
    this.isSendPending = false;
  }

  /** Notifies the relays at once. */
  notifyNow(): void {
    clearTimeout(this.debounce);
    this.debounce = undefined;
    this.notifiedAt = performance.now();
    this.isSendPending = true;
    this.scheduled ??= setImmediate(() => {
      this.scheduled = undefined;
      this.wake();
      void this.sendNotification();
    });
  }

  private async sendNotification(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      while (this.isSendPending) {
        this.isSendPending = false;
        await sql(this.database).run('SELECT pg_notify($1, $2)', [OUTBOX_CHANNEL, this.id]);
      }
    } catch (error) {
      this.logger.warn(`NOTIFY failed: ${String(error)}. The relay's poll picks the events up.`);
    } finally {
      this.isSending = false;
    }
  }
}

/** Tells whether all events of a transaction belong to a purchase, so that the notification may be delayed. */
function canDebounce(events: readonly ShopEvent[]): boolean {
  const own = events.map(({ type }) => eventDefinition(type)).filter(({ sideEffect }) => !sideEffect);
  return own.length > 0 && own.every(({ debounce }) => debounce);
}
