import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { sql } from '../../../platform/database/sql.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { lockCheckout } from '../checkout-locks.js';
import { Checkout } from '../checkout.entity.js';
import { transitionCheckout } from './transition-checkout.js';
import { endUnpaid } from './end-checkout.js';

/**
 * Time after the first declined payment at which the shop polls again, ms. It doubles with each decline, up to
 * eight minutes.
 */
const RETRY_MS = 60_000;
const MAX_DOUBLINGS = 3;

/**
 * Opens a checkout again after the buyer's payment was declined, with the same hold and end, so that the buyer can
 * pay by other means.
 */
@Injectable()
export class ReopenCheckout {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a declined checkout again. It fails instead if its hold is gone, its end has passed, or its buyer has
   * another open checkout.
   * @param version the checkout's version at the capture, so that an earlier answer does not end a later attempt
   */
  async execute(ref: string, sessionId: string, version: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { checkout, lines } = await lockCheckout(tx, ref);
      const { id, state, providerSessionId } = checkout;
      if (state !== 'confirming' || providerSessionId !== sessionId || checkout.version !== version) return;
      const now = this.clock.now();
      if (!(await canReopenCheckout(tx, checkout, now)))
        return endUnpaid(tx, { checkout, lines }, { to: 'failed', actor: 'shop', now });
      const declines = checkout.declines + 1;
      const again = this.clock.fromNow(RETRY_MS * 2 ** Math.min(declines - 1, MAX_DOUBLINGS));
      const { cancelRequestedAt, sessionExpiresAt } = checkout;
      // Polls at once for a waiting cancel, and at the latest at the session's end.
      const nextCheckAt =
        cancelRequestedAt ?? (sessionExpiresAt && sessionExpiresAt < again ? sessionExpiresAt : again);
      await transitionCheckout(tx, checkout, 'open');
      await tx.update(Checkout, { id }, { declines, nextCheckAt, unknownSince: null });
    });
  }
}

/**
 * Tells whether a confirming checkout can be opened again. The caller has locked the buyer, as for placing a
 * checkout.
 */
async function canReopenCheckout(
  tx: Tx,
  { userId, holding, sessionExpiresAt: end }: Checkout,
  now: Date,
): Promise<boolean> {
  if (!holding || (end !== null && end <= now)) return false;
  return !(await sql(tx).exists(`SELECT FROM checkouts WHERE user_id = $1 AND state = 'open'`, [userId]));
}
