import { Injectable } from '@nestjs/common';
import { HOLDING_STATES, toDecimal } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { lockCheckout } from '../checkout-locks.js';
import { Checkout, type CheckoutLine } from '../checkout.entity.js';
import { voidOrders } from '../../orders/unconfirmed-orders.js';
import { release } from '../place/holds.js';
import { transitionCheckout } from './checkout-state.js';
import { raiseAlert } from '../../../platform/outbox/alerts.js';

/** More refusals than anybody causes. */
const MAX_REFUSED = 50;

/**
 * Ends a checkout unpaid and releases its hold; one that is ended or paid already stays as it is. Called only when
 * the provider said that its session can't be paid any more, or never accepted it, or a crypto order's time is over.
 */
@Injectable()
export class EndCheckout {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param sessionId the provider's session that is over; one that is not the checkout's own changes nothing
   * @param attempt the try to pay that was refused; while others are pending, the checkout goes on
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
      // A cancel that came too late: the money may be on its way.
      if (sessionId !== undefined && because === 'expired' && checkout.state === 'confirming') return;
      if (attempt !== undefined && (await hasOtherPendingTries(tx, checkout, attempt))) return;
      const to = endState(checkout.state, because, checkout.cancelRequestedAt !== null);
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

/** A buyer who cancelled sees "cancelled", also when the provider says expired; confirming can only fail. */
function endState(state: string, because: 'expired' | 'cancelled' | 'failed', cancelRequested: boolean) {
  if (state === 'confirming') return 'failed';
  return because === 'expired' && cancelRequested ? 'cancelled' : because;
}

interface EndInput {
  to: 'expired' | 'cancelled' | 'failed';
  /** The actor, as the orders' history names it. */
  actor: string;
  now: Date;
}

/** Ends a locked checkout that holds goods: gives back what it holds, and voids the orders that stood unconfirmed. */
export async function endUnpaid(
  tx: Tx,
  { checkout, lines }: { checkout: Checkout; lines: CheckoutLine[] },
  { to, actor, now }: EndInput,
): Promise<void> {
  if (checkout.method === 'crypto') await voidOrders(tx, checkout.id, { actor, now });
  await release(tx, checkout, lines);
  checkout.endedAt = now;
  await transitionCheckout(tx, checkout, to);
}

/** So long a provider has to say the same, ms, before a payment that was under way is given up. */
export const GIVE_UP_AFTER_MS = 24 * 3_600_000;

/**
 * A confirming checkout of whose payment its provider knows nothing. One such answer may be the provider's fault
 * and the money taken; after a day of them the hold ends and people are told. Money that comes then is late money.
 */
@Injectable()
export class RecordUnknownPayment {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @param sessionId the session that is not known; one that is not the checkout's own changes nothing */
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
        detail: `Checkout ${ref}: for a day the provider (${method}) has known no payment ${sessionId}, which was under way. It failed, and its goods are free. Look for $${toDecimal(totalCents)} of it at the provider: if they were taken, they come as late money by its message or the hourly comparison.`,
      });
    });
  }
}
