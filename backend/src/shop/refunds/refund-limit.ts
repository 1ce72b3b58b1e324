import { Inject, Injectable } from '@nestjs/common';
import type { Cents } from '@pax/contracts';
import { type Actor, assertFreshStep } from '../../platform/calls/access.js';
import { ShopError } from '../../platform/shop-error.js';
import type { Tx } from '../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { findBookedKeys } from '../../people/ledger/ledger.js';
import { Order } from '../orders/order.entity.js';
import { refundedSoFar, nextRefundPart, sumOfAmounts, refundValueOf } from '../orders/refund-share.js';
import { restockKey } from './undo-order.js';

/**
 * Function that allows or refuses an action, by the cents that the purchase will have returned in total: cash,
 * store credit and bonus.
 */
export type RefundCheck = (cents: Cents) => void;

interface CheckedRefund {
  /** Cash to refund, cents; all remaining cash if not given. */
  cents?: Cents | undefined;
  /** True if the goods go back to the stock. */
  restock?: boolean;
  check: RefundCheck;
}

/**
 * Checks an action that refunds a locked order in full or in part. Everything returned for the whole purchase
 * counts, so that nobody avoids the limit by splitting a refund.
 */
export async function checkRefundOfPurchase(
  tx: Tx,
  order: Order,
  { cents, restock = false, check }: CheckedRefund,
): Promise<void> {
  const value = sumOfAmounts(refundValueOf(order, nextRefundPart(order, { cents })));
  if (value === 0) return;
  const { id, checkoutId } = order;
  const lines = checkoutId === null ? [order] : await tx.findBy(Order, { checkoutId });
  const restocked = await findBookedKeys(
    tx,
    lines.map((line) => restockKey(line.id)),
  );
  const returned = lines.map((line) => {
    const isNext = line.id === id;
    // Counts restocked goods as the whole order, however little money is returned, because they can be sold again.
    if ((isNext && restock) || restocked.has(restockKey(line.id))) return line.totalCents;
    return sumOfAmounts(refundedSoFar(line)) + (isNext ? value : 0);
  });
  check(returned.reduce((sum, part) => sum + part, 0));
}

/** Requires a freshly passed second step if more than `STAFF_REFUND_LIMIT` of a purchase is returned. */
@Injectable()
export class RefundLimit {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Makes the check for callers that cannot pass a second step; the check throws ShopError SECOND_STEP_REQUIRED.
   */
  makeCheckWithoutStep(): RefundCheck {
    return (cents) => {
      if (cents > this.settings.staffRefundLimitCents)
        throw new ShopError('SECOND_STEP_REQUIRED', 'A refund of this size is made in the panel.');
    };
  }

  /**
   * Makes the check for a session. It throws ShopError SECOND_STEP_REQUIRED, and SECOND_STEP_SETUP_REQUIRED for
   * staff without a second step, who could otherwise avoid the limit.
   */
  makeCheckFor({ role, identity }: Actor): RefundCheck {
    return (cents) => {
      if (cents <= this.settings.staffRefundLimitCents) return;
      assertFreshStep(identity);
      if (identity.secondStep === 'none' && role === 'staff')
        throw new ShopError(
          'SECOND_STEP_SETUP_REQUIRED',
          'Refunds of this size need a second step. Set one up on your account page, under security.',
        );
    };
  }
}
