import { Injectable } from '@nestjs/common';
import { HOLDING_STATES } from '@pax/contracts';
import { Clock } from '../../../common/clock.js';
import { Transactions } from '../../../infra/database/transaction.js';
import { lockCheckout } from '../checkout-locks.js';
import { endUnpaid } from './end-unpaid.js';

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

  /** @param sessionId the provider's session that is over; one that is not the checkout's own changes nothing */
  async execute(ref: string, because: 'expired' | 'cancelled' | 'failed', sessionId?: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { checkout, lines } = await lockCheckout(tx, ref);
      if (!HOLDING_STATES.includes(checkout.state)) return;
      if (sessionId !== undefined && sessionId !== checkout.providerSessionId) return;
      // A cancel that came too late: the money may be on its way.
      if (sessionId !== undefined && because === 'expired' && checkout.state === 'confirming') return;
      const to = endState(checkout.state, because, checkout.cancelRequestedAt !== null);
      await endUnpaid(tx, { checkout, lines }, { to, actor: 'shop', now: this.clock.now() });
    });
  }
}

/** A buyer who cancelled sees "cancelled", also when the provider says expired; confirming can only fail. */
function endState(state: string, because: 'expired' | 'cancelled' | 'failed', cancelRequested: boolean) {
  if (state === 'confirming') return 'failed';
  return because === 'expired' && cancelRequested ? 'cancelled' : because;
}
