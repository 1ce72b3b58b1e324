import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { errorText } from '../../../platform/describe-error.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { raiseAlert } from '../../../platform/outbox/alerts.js';
import { PaymentProviders } from '../payment-providers.js';
import { ProviderFault, ProviderRefusal } from '../payment-provider.js';
import { ApplyRefund } from './apply-refund.js';
import { escalateRefund } from './escalate-refund.js';
import { lockPaymentOf } from './request-refund.js';
import { Refund } from '../payment.entity.js';

/** A refund that is due. */
export const waitingRefund = z.object({
  id: z.number(),
  amount_cents: z.number(),
  /** This try included. */
  attempts: z.number(),
  /** Time until which no other process takes the refund. */
  next_try_at: z.date(),
  provider_attempt: z.number(),
  created_at: z.date(),
  provider: z.string(),
  /** The provider's reference of the payment. */
  provider_ref: z.string(),
});
export type WaitingRefund = z.infer<typeof waitingRefund>;

/** A first try that is later may be none: before a restore from a backup it was sent, under a key that is forgotten. */
const FIRST_TRY_MS = 3_600_000;

/** The first failure raises an alert, then every tenth. */
const ALERT_EVERY = 10;

/**
 * Sends one refund, outside any transaction. The provider is told whether it is a retry, so that the money goes back
 * once.
 */
@Injectable()
export class SendRefund {
  private readonly logger = new Logger(SendRefund.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly providers: PaymentProviders,
    private readonly applyRefund: ApplyRefund,
    private readonly clock: Clock,
  ) {}

  async execute(refund: WaitingRefund): Promise<void> {
    const { id, attempts, provider_ref: paymentRef, amount_cents: amountCents } = refund;
    // When its turn is over, another process may have sent it, under a newer key as well.
    const now = this.clock.now();
    const isOld = now.getTime() - refund.created_at.getTime() > FIRST_TRY_MS;
    const isRetry = attempts > 1 || refund.next_try_at <= now || isOld;
    const provider = this.providers.named(refund.provider);
    if (!provider?.refund) return this.escalate(id, 'this method has no refund call');
    try {
      const input = { paymentRef, amountCents, refundId: id, key: keyOf(refund), isRetry };
      await this.applyRefund.accepted(id, await provider.refund(input), amountCents);
    } catch (error) {
      if (error instanceof ProviderRefusal)
        return this.escalate(id, `${provider.name} refused: ${error.message}`);
      if (error instanceof ProviderFault) await this.raiseAttempt(refund);
      this.logger.warn(`Refund ${id} failed at try ${attempts} and is retried: ${errorText(error)}`);
      if (attempts % ALERT_EVERY === 1) await this.alertOfDelay(refund);
    }
  }

  /** Once per key, also when two tries receive the fault. */
  private async raiseAttempt({ id, provider_attempt: providerAttempt }: WaitingRefund): Promise<void> {
    await this.transactions.run((tx) =>
      tx.update(Refund, { id, providerAttempt }, { providerAttempt: providerAttempt + 1 }),
    );
  }

  /** Unless another try ended it meanwhile. */
  private async alertOfDelay({ id, attempts }: WaitingRefund): Promise<void> {
    const detail = `Refund ${id} failed at try ${attempts} and is retried. See the backend's log for the cause.`;
    await this.transactions.run(async (tx) => {
      if (await tx.existsBy(Refund, { id, state: 'requested' }))
        raiseAlert(tx, { kind: 'failure', title: 'Refund delayed', detail, isFoldable: true });
    });
  }

  private async escalate(id: number, why: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await lockPaymentOf(tx, id);
      await escalateRefund(tx, id, why);
    });
  }
}

/** Names the payment too: two shops that share a provider's account count their refunds alike. */
function keyOf({ id, provider_ref: paymentRef, provider_attempt: attempt }: WaitingRefund): string {
  return `refund-${paymentRef}-${id}-${attempt}`;
}
