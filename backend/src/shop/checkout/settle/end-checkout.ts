import { Injectable } from '@nestjs/common';
import { HOLDING_STATES, formatCentsAsDecimal } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { lockCheckout } from '../checkout-locks.js';
import { Checkout, type CheckoutLine } from '../checkout.entity.js';
import { voidOrders } from '../../orders/unconfirmed-orders.js';
import { releaseCheckoutGoods } from '../place/holds.js';
import { transitionCheckout } from './transition-checkout.js';
import { raiseAlert } from '../../../platform/outbox/alerts.js';

/** Limit of stored refused payment attempts, which is more than a buyer makes. */
const MAX_REFUSED = 50;

/**
 * Ends an unpaid checkout and releases its hold; an ended or paid one stays unchanged. Call only if the session can
 * no longer be paid or was never accepted, or the time of a crypto order is over.
 */
@Injectable()
export class EndCheckout {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends a checkout.
   * @param sessionId the session that ended; ignored if it is not the checkout's current one
   * @param attempt the refused payment attempt; while others are pending, the checkout continues
   */
  async execute(
    ref: string,
    because: 'expired' | 'cancelled' | 'failed',
    sessionId?: string,
    attempt?: string,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { checkout, lines } = await lockCheckout(tx, ref);
      if (!HOLDING_STATES.includes(checkout.state)) return;
      if (sessionId !== undefined && sessionId !== checkout.providerSessionId) return;
      // Ignores an expired session whose checkout is being confirmed, because the money may be on its way.
      if (sessionId !== undefined && because === 'expired' && checkout.state === 'confirming') return;
      if (attempt !== undefined && (await hasOtherPendingTries(tx, checkout, attempt))) return;
      const to = chooseEndState(checkout.state, because, checkout.cancelRequestedAt !== null);
      await endUnpaid(tx, { checkout, lines }, { to, actor: 'shop', now: this.clock.now() });
    });
  }
}

async function hasOtherPendingTries(
  tx: Tx,
  { id, pendingTries, refusedTries }: Checkout,
  attempt: string,
): Promise<boolean> {
  const others = pendingTries.filter((one) => one !== attempt);
  if (others.length === 0) return false;
  const refused = [...new Set([...refusedTries, attempt])].slice(-MAX_REFUSED);
  await tx.update(Checkout, { id }, { pendingTries: others, refusedTries: refused });
  return true;
}

/**
 * Chooses the final state of a checkout: "cancelled" after a cancel by the buyer, even if the provider reports
 * expired. A confirming checkout can only fail.
 */
function chooseEndState(
  state: string,
  because: 'expired' | 'cancelled' | 'failed',
  cancelRequested: boolean,
) {
  if (state === 'confirming') return 'failed';
  return because === 'expired' && cancelRequested ? 'cancelled' : because;
}

interface EndUnpaidInput {
  to: 'expired' | 'cancelled' | 'failed';
  /** The person or program that ended the checkout, as the orders' history names it. */
  actor: string;
  now: Date;
}

/** Ends a locked checkout that holds goods: releases the hold and cancels its unconfirmed orders. */
export async function endUnpaid(
  tx: Tx,
  { checkout, lines }: { checkout: Checkout; lines: CheckoutLine[] },
  { to, actor, now }: EndUnpaidInput,
): Promise<void> {
  if (checkout.method === 'crypto') await voidOrders(tx, checkout.id, { actor, now });
  await releaseCheckoutGoods(tx, checkout, lines);
  checkout.endedAt = now;
  await transitionCheckout(tx, checkout, to);
}

/** Time for which a provider has to report a payment as unknown before a confirming checkout fails, ms. */
export const GIVE_UP_AFTER_MS = 24 * 3_600_000;

/**
 * Records that the provider does not know the payment of a confirming checkout. After a day of such answers the
 * checkout fails and staff are alerted, because a single one may be the provider's error.
 */
@Injectable()
export class RecordUnknownPayment {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Records an unknown payment.
   * @param sessionId the unknown session; ignored if it is not the checkout's current one
   */
  async execute(ref: string, sessionId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { checkout, lines } = await lockCheckout(tx, ref);
      const { id, state, method, providerSessionId, totalCents, unknownSince } = checkout;
      if (state !== 'confirming' || providerSessionId !== sessionId) return;
      const now = this.clock.now();
      if (unknownSince === null) await tx.update(Checkout, { id }, { unknownSince: now });
      if (unknownSince === null || now.getTime() - unknownSince.getTime() < GIVE_UP_AFTER_MS) return;
      await endUnpaid(tx, { checkout, lines }, { to: 'failed', actor: 'shop', now });
      raiseAlert(tx, {
        kind: 'failure',
        title: 'Payment given up',
        detail: `Checkout ${ref}: for a day the provider (${method}) has known no payment ${sessionId}, which was under way. It failed, and its goods are free. Look for $${formatCentsAsDecimal(totalCents)} of it at the provider: if they were taken, they come as late money by its message or the hourly comparison.`,
      });
    });
  }
}
