import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { errorText } from '../../platform/describe-error.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { Refund } from '../payments/payment.entity.js';
import { ProviderFault, ProviderRefusal } from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider-registry.js';
import { BookProviderRefund } from './book-provider-refund.js';
import { describeRefund, makeRefundManual } from './manual-refunds.js';
import { lockPaymentOfRefund } from './match-refunds.js';

/** A refund that is due to be sent. */
const dueRefund = z.object({
  id: z.number(),
  /** Id of the refunded order; null for stranded money. */
  order_id: z.number().nullable(),
  amount_cents: z.number(),
  /** Number of attempts, including the current one. */
  attempts: z.number(),
  /** Time until which no other process claims the refund. */
  next_try_at: z.date(),
  provider_attempt: z.number(),
  created_at: z.date(),
  provider: z.string(),
  /** The provider's reference of the payment. */
  provider_ref: z.string(),
  currency: z.string(),
});
export type DueRefund = z.infer<typeof dueRefund>;

/**
 * Age of a refund up to which its first attempt counts as the first, ms. An older refund may have been sent
 * already, before a backup was restored.
 */
const FIRST_TRY_MS = 3_600_000;

/** Interval of alerts: the first failed attempt raises one, and then every tenth. */
const ALERT_EVERY = 10;

/**
 * Sends one refund to the provider, outside any transaction. Tells the provider whether it is a retry, so that the
 * money is returned once.
 */
@Injectable()
export class SendRefund {
  private readonly logger = new Logger(SendRefund.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly providers: PaymentProviderRegistry,
    private readonly bookRefund: BookProviderRefund,
    private readonly clock: Clock,
  ) {}

  async execute(refund: DueRefund): Promise<void> {
    const { id, attempts, provider_ref: paymentRef, amount_cents: amountCents } = refund;
    // Counts as a retry once the lock has expired: another process may have sent the refund, perhaps with a newer key.
    const now = this.clock.now();
    const isOld = now.getTime() - refund.created_at.getTime() > FIRST_TRY_MS;
    const isRetry = attempts > 1 || refund.next_try_at <= now || isOld;
    const provider = this.providers.findProviderByName(refund.provider);
    if (!provider?.refundPayment) return this.makeDueRefundManual(id, 'this method has no refund call');
    try {
      const input = { paymentRef, amountCents, refundId: id, key: idempotencyKeyOf(refund), isRetry };
      await this.bookRefund.bookSentRefund(id, await provider.refundPayment(input), amountCents);
    } catch (error) {
      if (error instanceof ProviderRefusal)
        return this.makeDueRefundManual(id, `${provider.name} refused: ${error.message}`);
      if (error instanceof ProviderFault) await this.raiseAttempt(refund);
      const what = `${describeDueRefund(refund)} failed at try ${attempts} and is retried`;
      this.logger.warn(`${what}: ${errorText(error)}`);
      if (attempts % ALERT_EVERY === 1) await this.alertOfDelay(id, what);
    }
  }

  /** Raises the attempt number of a refund once per key, even if two attempts receive the same fault. */
  private async raiseAttempt({ id, provider_attempt: providerAttempt }: DueRefund): Promise<void> {
    await this.transactions.run((tx) =>
      tx.update(Refund, { id, providerAttempt }, { providerAttempt: providerAttempt + 1 }),
    );
  }

  /** Alerts staff about a delayed refund, unless another attempt completed it meanwhile. */
  private async alertOfDelay(id: number, what: string): Promise<void> {
    const detail = `${what}. See the worker's log for the cause.`;
    await this.transactions.run(async (tx) => {
      if (await tx.existsBy(Refund, { id, state: 'requested' }))
        raiseAlert(tx, { kind: 'failure', title: 'Refund delayed', detail, isFoldable: true });
    });
  }

  private async makeDueRefundManual(id: number, why: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await lockPaymentOfRefund(tx, id);
      await makeRefundManual(tx, id, why);
    });
  }
}

const describeDueRefund = (refund: DueRefund): string =>
  describeRefund(
    { id: refund.id, amountCents: refund.amount_cents, orderId: refund.order_id },
    { currency: refund.currency, provider: refund.provider, providerRef: refund.provider_ref },
  );

/**
 * Builds the idempotency key of a refund. It includes the payment, because two shops with one account at the
 * provider may have equal refund ids.
 */
function idempotencyKeyOf({ id, provider_ref: paymentRef, provider_attempt: attempt }: DueRefund): string {
  return `refund-${paymentRef}-${id}-${attempt}`;
}

const EVERY_MS = 3_000;
/** SQL condition: a dispute of the payment of the refund `w` is open. */
const IS_DISPUTED = `EXISTS (SELECT FROM disputes d WHERE d.payment_id = w.payment_id AND d.state = 'open')`;

/**
 * Sends requested refunds until the provider accepts or refuses them; several processes may run this at once.
 * Refunds of a disputed payment wait for the end of the dispute if the provider counts refunds as part of it.
 */
@Injectable()
export class RefundSender {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly providers: PaymentProviderRegistry,
    private readonly sendRefund: SendRefund,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends due refunds one by one, so that other processes can send waiting ones. Providers are separate, so that
   * one that does not answer delays no other.
   */
  @Periodic({ name: 'send-refunds', every: EVERY_MS, role: 'worker' })
  async sendDueRefunds(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const dueAt = this.clock.now();
    const due = await sql(this.database).rows(
      z.object({ provider: z.string() }),
      `SELECT DISTINCT p.provider FROM refunds w JOIN payments p ON p.id = w.payment_id
        WHERE w.state = 'requested' AND w.next_try_at <= $1`,
      [dueAt],
    );
    await Promise.all(due.map(({ provider }) => this.sendDueOfProvider(provider, dueAt, signal)));
  }

  private async sendDueOfProvider(provider: string, dueAt: Date, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waiting = await this.claimDueRefund(provider, dueAt);
      if (!waiting) return;
      await this.sendRefund.execute(waiting);
    }
  }

  /**
   * Claims a due refund. The lock's time doubles with each attempt, up to nine minutes; the exponent is capped,
   * because an interval overflow would stop all refunds.
   */
  private async claimDueRefund(provider: string, dueAt: Date): Promise<DueRefund | undefined> {
    const by = this.providers.findProviderByName(provider);
    // Holds back refunds of disputed payments only at providers with a refund call. Others go to staff, whose alert
    // mentions the dispute.
    const isHeld = by?.refundPayment !== undefined && by.disputesIncludeRefunds === true;
    return sql(this.database).first(
      dueRefund,
      `UPDATE refunds r SET attempts = r.attempts + 1,
              next_try_at = $1::timestamptz + interval '2 seconds' * power(2, least(r.attempts, 8))
         FROM payments p
        WHERE p.id = r.payment_id
          AND r.id IN (SELECT w.id FROM refunds w JOIN payments paid ON paid.id = w.payment_id
                        WHERE w.state = 'requested' AND w.next_try_at <= $2 AND paid.provider = $3
                          AND NOT ($4 AND ${IS_DISPUTED})
                        ORDER BY w.next_try_at, w.id LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
        RETURNING r.id, r.order_id, r.amount_cents, r.attempts, r.next_try_at, r.provider_attempt, r.created_at,
                  p.provider, p.provider_ref, p.currency`,
      [this.clock.now(), dueAt, provider, isHeld],
    );
  }
}
