import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

export const OUTBOX_CHANNEL = 'outbox';

/**
 * Wakes the relay after a commit. Debounced and outside the transaction: NOTIFY inside one would serialise all
 * commits. A lost ring is covered by the relay's poll.
 */
@Injectable()
export class OutboxBell implements OnApplicationShutdown {
  private readonly logger = new Logger(OutboxBell.name);
  private scheduled: NodeJS.Immediate | undefined;
  private sending = false;
  private again = false;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  ring(): void {
    this.again = true;
    this.scheduled ??= setImmediate(() => {
      this.scheduled = undefined;
      void this.send();
    });
  }

  onApplicationShutdown(): void {
    clearImmediate(this.scheduled);
    this.again = false;
  }

  private async send(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.again) {
        this.again = false;
        await this.database.query('SELECT pg_notify($1, $2)', [OUTBOX_CHANNEL, '']);
      }
    } catch (error) {
      this.logger.warn(`ring lost, the poll covers it: ${String(error)}`);
    } finally {
      this.sending = false;
    }
  }
}
