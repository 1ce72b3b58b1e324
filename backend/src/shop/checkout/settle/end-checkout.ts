import { Injectable } from '@nestjs/common';
import { HOLDING_STATES } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { lockCheckout } from '../checkout-locks.js';
import { Checkout } from '../checkout.entity.js';
import { endUnpaid } from './end-unpaid.js';

/** More refusals than anybody causes. */
const MOST_REFUSED = 50;

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
      if (attempt !== undefined && (await othersArePending(tx, checkout, attempt))) return;
      const to = endState(checkout.state, because, checkout.cancelRequestedAt !== null);
      await endUnpaid(tx, { checkout, lines }, { to, actor: 'shop', now: this.clock.now() });
    });
  }
}

async function othersArePending(
  tx: Tx,
  { id, pendingTries, refusedTries }: Checkout,
  attempt: string,
): Promise<boolean> {
  const others = pendingTries.filter((one) => one !== attempt);
  if (others.length === 0) return false;
  const refused = [...new Set([...refusedTries, attempt])].slice(-MOST_REFUSED);
  await tx.update(Checkout, { id }, { pendingTries: others, refusedTries: refused });
  return true;
}

/** A buyer who cancelled sees "cancelled", also when the provider says expired; confirming can only fail. */
function endState(state: string, because: 'expired' | 'cancelled' | 'failed', cancelRequested: boolean) {
  if (state === 'confirming') return 'failed';
  return because === 'expired' && cancelRequested ? 'cancelled' : because;
}
