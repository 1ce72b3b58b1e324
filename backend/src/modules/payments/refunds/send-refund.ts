import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { Transactions } from '../../../infra/database/transaction.js';
import { raiseAlert } from '../../../infra/outbox/alert.js';
import { ProviderRefusal } from '../provider-errors.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { escalateRefund } from './escalate-refund.js';
import { Refund } from '../payment.entity.js';

/** A refund that is due. */
export interface WaitingRefund {
  id: number;
  amount_cents: number;
  /** This try included. */
  attempts: number;
  provider: string;
  /** The provider's reference of the payment. */
  provider_ref: string;
}

/** The first failure raises an alert, then every tenth. */
const ALERT_EVERY = 10;

/**
 * Sends one refund, outside any transaction. A retry first searches it at the provider by the row's id, because the
 * provider forgets idempotency keys after a day; so the money goes back once.
 */
@Injectable()
export class SendRefund {
  private readonly logger = new Logger(SendRefund.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly stripe: StripeGateway,
    private readonly clock: Clock,
  ) {}

  async execute(refund: WaitingRefund): Promise<void> {
    if (refund.provider !== 'stripe') return this.escalate(refund.id, 'this method has no refund call');
    try {
      await this.markDone(refund.id, await this.send(refund));
    } catch (error) {
      if (error instanceof ProviderRefusal) return this.escalate(refund.id, 'the provider refused');
      this.logger.warn(
        `Refund ${refund.id} failed at try ${refund.attempts} and is retried: ${error instanceof Error ? error.message : String(error)}`,
      );
      if (refund.attempts % ALERT_EVERY === 1) await this.alertOfDelay(refund);
    }
  }

  private async send({
    id,
    attempts,
    provider_ref: ref,
    amount_cents: cents,
  }: WaitingRefund): Promise<string> {
    const sent = attempts > 1 ? await this.stripe.findRefund(ref, id) : undefined;
    return sent ?? (await this.stripe.refund(ref, cents, id));
  }

  /** Only from requested: the message that the bank returned it may come before this answer. */
  private async markDone(id: number, providerRef: string): Promise<void> {
    await this.transactions.run((tx) =>
      tx.update(Refund, { id, state: 'requested' }, { state: 'done', providerRef, doneAt: this.clock.now() }),
    );
  }

  private async alertOfDelay({ id, attempts }: WaitingRefund): Promise<void> {
    await this.transactions.run((tx) =>
      raiseAlert(tx, {
        kind: 'failure',
        title: 'Refund delayed',
        detail: `Refund ${id} failed at try ${attempts} and is retried. See the backend's log for the cause.`,
      }),
    );
  }

  private async escalate(id: number, why: string): Promise<void> {
    await this.transactions.run((tx) => escalateRefund(tx, id, why));
  }
}
