import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ShopEvent } from '@pax/contracts';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { mayWait } from './urgency.js';

export const OUTBOX_CHANNEL = 'outbox';

/** Between two rings for what may wait, ms: a rush is told of five times a second, not once for each purchase. */
const PACE_MS = 200;

/**
 * Wakes the relays after a commit: at once this process's own, over the database those of others. Debounced and outside
 * the transaction: NOTIFY inside one would serialise all commits. A lost ring is covered by the relay's poll.
 */
@Injectable()
export class OutboxNotifier implements OnApplicationShutdown {
  /** What this process says when it rings. */
  readonly id = randomUUID();
  private readonly logger = new Logger(OutboxNotifier.name);
  private wake = (): void => undefined;
  private scheduled: NodeJS.Immediate | undefined;
  private waiting: NodeJS.Timeout | undefined;
  private notifiedAt = -Infinity;
  private sending = false;
  private again = false;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Rings for what was said, if anything: at once, or – where it may wait – a moment after the last ring. */
  notify(said: readonly ShopEvent[]): void {
    if (said.length === 0) return;
    const pause = this.notifiedAt + PACE_MS - performance.now();
    if (pause <= 0 || !mayWait(said.map(({ type }) => type))) this.notifyNow();
    else this.waiting ??= setTimeout(() => this.notifyNow(), pause);
  }

  /** Who is to be woken in this process, without the way over the database. */
  onNotify(wake: () => void): void {
    this.wake = wake;
  }

  onApplicationShutdown(): void {
    clearTimeout(this.waiting);
    clearImmediate(this.scheduled);
    this.again = false;
  }

  private notifyNow(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.notifiedAt = performance.now();
    this.again = true;
    this.scheduled ??= setImmediate(() => {
      this.scheduled = undefined;
      this.wake();
      void this.send();
    });
  }

  private async send(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.again) {
        this.again = false;
        await this.database.query('SELECT pg_notify($1, $2)', [OUTBOX_CHANNEL, this.id]);
      }
    } catch (error) {
      this.logger.warn(`ring lost, the poll covers it: ${String(error)}`);
    } finally {
      this.sending = false;
    }
  }
}
