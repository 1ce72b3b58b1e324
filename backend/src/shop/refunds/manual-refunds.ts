import { Injectable, Logger } from '@nestjs/common';
import { formatCentsAsDecimal, type OrderRefund, type RefundDoneRequest } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { readBuyerId } from '../checkout/checkout.queries.js';
import { assertNotOwnOrder } from '../orders/find-orders.js';
import { appendRefundProgressEvent } from '../orders/refund-share.js';
import { isDisputed } from '../payments/open-disputes.js';
import { Dispute, Payment, Refund } from '../payments/payment.entity.js';
import { lockPaymentOfRefund } from './match-refunds.js';
import { toOrderRefund } from './refunds.queries.js';

/** Limit of the shown characters of a cause; the bot cuts alerts at 1,000. */
const MAX_CAUSE = 300;
const logger = new Logger('ManualRefunds');

/**
 * Makes a requested refund of a locked payment manual and alerts staff, once. A refusal that comes after a success
 * changes nothing.
 */
export async function makeRefundManual(tx: Tx, id: number, why: string): Promise<void> {
  const { affected } = await tx.update(Refund, { id, state: 'requested' }, { state: 'manual' });
  if (affected !== 1) return;
  await appendRefundProgressEvent(tx, await tx.findOneByOrFail(Refund, { id }));
  await alertOfManualRefund(tx, id, why);
}

/** Makes a refund of a locked payment manual after the bank sent it back. */
export async function reopenBouncedRefund(tx: Tx, id: number, bouncedRef: string): Promise<void> {
  await sql(tx).run(
    `UPDATE refunds SET state = 'manual', done_at = NULL, provider_ref = NULL, by_hand = false,
            bounced_refs = bounced_refs || $2::text
      WHERE id = $1`,
    [id, bouncedRef],
  );
  await appendRefundProgressEvent(tx, await tx.findOneByOrFail(Refund, { id }));
}

/** Alerts staff about a refund that they have to make, unless it was made meanwhile. */
export async function alertOfManualRefund(tx: Tx, id: number, why: string): Promise<void> {
  const refund = await tx.findOneByOrFail(Refund, { id });
  if (refund.state !== 'manual') return;
  const payment = await tx.findOneByOrFail(Payment, { id: refund.paymentId });
  const wait = (await isDisputed(tx, payment.id))
    ? '. A dispute of its payment is open. Make it only when the dispute is won'
    : await adviseAfterLoss(tx, payment.id);
  const detail = `${describeRefund(refund, payment)} is manual: ${cleanCause(why)}${wait}`;
  logger.warn(detail);
  raiseAlert(tx, { kind: 'failure', title: 'Manual refund needed', detail });
}

/**
 * Advises staff if a dispute was booked as lost before the refund bounced, because both may be about the same
 * money.
 */
async function adviseAfterLoss(tx: Tx, paymentId: number): Promise<string> {
  const lost = await tx.findOne(Dispute, { where: { paymentId, state: 'lost' }, order: { id: 'DESC' } });
  if (!lost) return '';
  return `. Dispute ${lost.providerRef} of its payment was lost. Make the refund only if the dispute gave the buyer other money`;
}

/** Describes a refund by amount, order and payment, so that staff find it in the shop and at the provider. */
export function describeRefund(
  { id, amountCents, orderId }: Pick<Refund, 'id' | 'amountCents' | 'orderId'>,
  { currency, provider, providerRef }: Pick<Payment, 'currency' | 'provider' | 'providerRef'>,
): string {
  const what = orderId === null ? 'stranded money' : `order ${orderId}`;
  return `Refund ${id} of ${formatCentsAsDecimal(amountCents)} ${currency.toUpperCase()} for ${what} (${provider}, payment ${providerRef})`;
}

/**
 * Cleans a cause, which is text of the provider: one line, without invisible characters and secret keys, shortened.
 */
function cleanCause(why: string): string {
  const line = why.replaceAll(/[\s\p{C}]+/gu, ' ').replaceAll(/\b(sk|rk|whsec)_\w+/g, '$1_…');
  const points = Array.from(line.trim());
  return points.length > MAX_CAUSE ? `${points.slice(0, MAX_CAUSE).join('')}…` : points.join('');
}

interface MarkRefundDoneInput extends RefundDoneRequest, StaffActor {
  refundId: number;
}

/**
 * Marks a manual refund as done for an admin. Balances stay, because they changed when the refund was requested.
 */
@Injectable()
export class MarkRefundDone {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ShopError NOT_FOUND; ILLEGAL_MOVE unless the refund is manual; STALE if the admin saw another amount;
   * DISPUTE_OPEN while the payment is disputed; CONFLICT if another refund has the reference
   */
  async execute({ refundId, reference, amount, ...by }: MarkRefundDoneInput): Promise<OrderRefund> {
    return this.transactions.run(async (tx) => {
      // Locks the reference, because two concurrent calls would otherwise both find it unused.
      await sql(tx).run('SELECT pg_advisory_xact_lock(hashtextextended($1, 46))', [reference]);
      const payment = await lockPaymentOfRefund(tx, refundId);
      const refund = await tx.findOne(Refund, {
        where: { id: refundId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!payment || !refund) throw new ShopError('NOT_FOUND', 'There is no such refund.');
      if (refund.state !== 'manual')
        throw new ShopError('ILLEGAL_MOVE', `A refund that is ${refund.state} is not made by hand.`, {
          legal: [],
        });
      if (await isDisputed(tx, payment.id))
        throw new ShopError(
          'DISPUTE_OPEN',
          'A dispute of this payment is open: make the refund only when it is won.',
        );
      if (amount !== undefined && amount !== formatCentsAsDecimal(refund.amountCents))
        throw new ShopError('STALE', 'A part of it went back meanwhile. Look at what is left.', {
          current: toOrderRefund(refund),
        });
      if (await tx.existsBy(Refund, { providerRef: reference }))
        throw new ShopError('CONFLICT', 'Another refund has this reference already.');
      const doneAt = this.clock.now();
      Object.assign(refund, { state: 'done', providerRef: reference, byHand: true, doneAt });
      await tx.save(refund);
      await appendRefundProgressEvent(tx, refund);
      const act = { action: 'refund.done', subject: `refund:${refundId}` } as const;
      const userId = await readBuyerId(tx, payment.checkoutId);
      await assertNotOwnOrder(tx, this.departed, { ...by, ...act, userId });
      await writeAuditRow(tx, { actor: by.actor, ...act, detail: { reference } });
      return toOrderRefund(refund);
    });
  }
}
