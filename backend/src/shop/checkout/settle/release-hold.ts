import type { Cents } from '@pax/contracts';
import { type Tx, Transactions } from '../../../platform/database/transaction.js';
import { appendEvent } from '../../../platform/outbox/outbox.js';
import { returnReward } from '../../../people/loyalty/reward.js';
import { transitionCheckout, saveStep } from './checkout-state.js';
import { Checkout } from '../checkout.entity.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { lockCheckout } from '../checkout-locks.js';
import { release } from '../place/holds.js';
import { endUnpaid } from './end-checkout.js';

interface RefundedPart {
  /** Cash that goes back, cents; 0 where only credit or bonus was paid. */
  cents: Cents;
  /** Every order of the checkout is undone. */
  isAll: boolean;
  now: Date;
}

/**
 * Adds a refund to a checkout that the caller has locked; when everything is refunded it becomes refunded and its
 * reward code is returned. Appends one event per call that changes something.
 */
export async function countRefund(
  tx: Tx,
  checkoutId: number,
  { cents, isAll, now }: RefundedPart,
): Promise<void> {
  const checkout = await tx.findOneByOrFail(Checkout, { id: checkoutId });
  checkout.refundedCents += cents;
  if (isAll && checkout.state === 'paid') {
    await transitionCheckout(tx, checkout, 'refunded');
    if (checkout.rewardId !== null) await returnReward(tx, checkout.rewardId, checkout.ref, now);
    return;
  }
  if (cents === 0) return;
  checkout.version += 1;
  await tx.save(checkout);
  const { ref: aggregateId, version } = checkout;
  appendEvent(tx, { type: 'checkout.refunded', aggregate: 'checkout', aggregateId, version });
}

export interface ReleaseHoldInput {
  ref: string;
  /** Actor of the release, as the history of the orders names it. */
  actor: string;
  /** The checkout's when its release was found due; one that moved on since is left alone. */
  version?: number;
  /** Writes more in the transaction of the release. */
  record?: (tx: Tx) => Promise<void>;
}

/**
 * Releases what a confirming checkout holds before its outcome is known: after its hours, by a block or by staff. By
 * card it stays confirming and later money is late; by crypto it fails, since only staff could say that it was paid.
 */
@Injectable()
export class ReleaseHold {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns false when it is not confirming any more, or holds nothing
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
      await release(tx, checkout, lines);
      checkout.holdEndedAt = now;
      await saveStep(tx, checkout, 'checkout.released');
      return true;
    });
  }
}
