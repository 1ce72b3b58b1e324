import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { Transactions } from '../../infra/database/transaction.js';
import { Loop } from '../../infra/loops/loop.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import { ProviderRefusal, StripeGateway } from '../../infra/payments/stripe-gateway.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { Refund } from './payment.entity.js';

interface Waiting {
  id: number;
  amount_cents: number;
  attempts: number;
  provider: string;
  provider_ref: string;
}

const EVERY_MS = 3_000;
const MAX_PAUSE_MS = 10 * 60_000;

/**
 * Sends refunds that were requested, outside any transaction and each under its own key, until the provider has
 * taken them. A final refusal, or a method without a refund call, leaves them to be done by hand.
 */
@Injectable()
export class SendRefunds implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(SendRefunds.name);
  private readonly loop = new Loop(SendRefunds.name, EVERY_MS, () => this.sendDue());

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly stripe: StripeGateway,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.role !== 'web') this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  async sendDue(): Promise<void> {
    for (const waiting of await this.take()) await this.send(waiting);
  }

  private async take(): Promise<Waiting[]> {
    const [rows]: [Waiting[], number] = await this.database.query(
      `UPDATE refunds r SET attempts = r.attempts + 1,
              next_try_at = $1::timestamptz + least(interval '2 seconds' * power(2, r.attempts), interval '${MAX_PAUSE_MS} milliseconds')
         FROM payments p
        WHERE p.id = r.payment_id
          AND r.id IN (SELECT id FROM refunds WHERE state = 'requested' AND next_try_at <= $1 ORDER BY id LIMIT 10 FOR UPDATE SKIP LOCKED)
        RETURNING r.id, r.amount_cents, r.attempts, p.provider, p.provider_ref`,
      [this.clock.now()],
    );
    return rows;
  }

  private async send(waiting: Waiting): Promise<void> {
    if (waiting.provider !== 'stripe')
      return this.leaveToPeople(waiting.id, 'this method has no refund call');
    try {
      const providerRef = await this.stripe.refund(waiting.provider_ref, waiting.amount_cents, waiting.id);
      await this.transactions.run((tx) =>
        tx.update(Refund, { id: waiting.id }, { state: 'done', providerRef, doneAt: this.clock.now() }),
      );
    } catch (error) {
      if (error instanceof ProviderRefusal) return this.leaveToPeople(waiting.id, 'the provider refused');
      this.logger.warn(
        `refund ${waiting.id}, try ${waiting.attempts}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  private async leaveToPeople(id: number, why: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await tx.update(Refund, { id }, { state: 'by_hand' });
      await raiseAlert(tx, {
        kind: 'failure',
        title: 'Refund by hand',
        detail: `Refund ${id} has to be made by hand: ${why}.`,
      });
    });
  }
}
