import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Transactions } from '../../infra/database/transaction.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import { ProviderRefusal } from '../../infra/payments/provider-errors.js';
import { StripeGateway } from '../../infra/payments/stripe-gateway.js';
import { escalateRefund } from './escalate-refund.js';
import { Refund } from './payment.entity.js';

/** A refund whose turn it is. */
export interface WaitingRefund {
  id: number;
  amount_cents: number;
  /** This try included. */
  attempts: number;
  provider: string;
  /** The provider's reference of the payment. */
  provider_ref: string;
}

/** People are told of the first failure, then of every tenth. */
const TELL_EVERY = 10;

/**
 * Sends one refund, outside any transaction. A repeat first looks for it at the provider by the row's id, since the
 * key of an earlier try may be forgotten there after a day; so however answers are lost, the money goes back once.
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
    if (refund.provider !== 'stripe') return this.leave(refund.id, 'this method has no refund call');
    try {
      await this.done(refund.id, await this.send(refund));
    } catch (error) {
      if (error instanceof ProviderRefusal) return this.leave(refund.id, 'the provider refused');
      this.logger.warn(
        `refund ${refund.id}, try ${refund.attempts}: ${error instanceof Error ? error.message : String(error)}`,
      );
      if (refund.attempts % TELL_EVERY === 1) await this.tellOfDelay(refund);
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

  /** Not when the message that the bank sent it back came before this answer. */
  private async done(id: number, providerRef: string): Promise<void> {
    await this.transactions.run((tx) =>
      tx.update(Refund, { id, state: 'requested' }, { state: 'done', providerRef, doneAt: this.clock.now() }),
    );
  }

  private async tellOfDelay({ id, attempts }: WaitingRefund): Promise<void> {
    await this.transactions.run((tx) =>
      raiseAlert(tx, {
        kind: 'failure',
        title: 'A refund is delayed',
        detail: `Refund ${id} failed at try ${attempts} and is tried on.`,
      }),
    );
  }

  private async leave(id: number, why: string): Promise<void> {
    await this.transactions.run((tx) => escalateRefund(tx, id, why));
  }
}
