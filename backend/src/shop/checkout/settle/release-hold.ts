import { type Tx, Transactions } from '../../../platform/database/transaction.js';
import { saveNextVersion } from './transition-checkout.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { lockCheckout } from '../checkout-locks.js';
import { releaseCheckoutGoods } from '../place/holds.js';
import { endUnpaid } from './end-checkout.js';

export interface ReleaseHoldInput {
  ref: string;
  /** The person or program that released the hold, as the orders' history names it. */
  actor: string;
  /**
   * Version of the checkout at which the release was due; if the checkout has changed since, nothing is released.
   */
  version?: number;
  /** Function that writes further rows in the transaction of the release. */
  record?: (tx: Tx) => Promise<void>;
}

/**
 * Releases the hold of a confirming checkout before an outcome: after its time, by a block or by staff. The
 * checkout stays confirming, and a later payment is late; a crypto checkout fails.
 */
@Injectable()
export class ReleaseHold {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Releases the hold.
   * @returns false if the checkout is no longer confirming or holds nothing
   * @throws ShopError NOT_FOUND for an unknown reference
   */
  execute({ ref, actor, version, record }: ReleaseHoldInput): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const locked = await lockCheckout(tx, ref);
      const { checkout, lines } = locked;
      if (checkout.state !== 'confirming' || !checkout.holding) return false;
      if (version !== undefined && version !== checkout.version) return false;
      await record?.(tx);
      const now = this.clock.now();
      if (checkout.method === 'crypto') {
        await endUnpaid(tx, locked, { to: 'failed', actor, now });
        return true;
      }
      await releaseCheckoutGoods(tx, checkout, lines);
      checkout.holdEndedAt = now;
      await saveNextVersion(tx, checkout, 'checkout.released');
      return true;
    });
  }
}
