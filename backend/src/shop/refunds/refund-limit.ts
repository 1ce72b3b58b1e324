import { Inject, Injectable } from '@nestjs/common';
import type { Cents } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { ShopError } from '../../platform/problem.js';
import { assertFreshStep } from '../../platform/second-step.js';
import type { Tx } from '../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { Order } from '../orders/order.entity.js';
import { refundedSoFar, nextRefundPart, sumOfAmounts, refundValueOf } from '../orders/refund-share.js';

/** Takes what of a purchase has gone back after the act, in all: cash, store credit and bonus, cents. */
export type RefundCheck = (cents: Cents) => void;

/**
 * Checks an act that gives a locked order back, wholly or a part of its cash. All that went back of its purchase counts, so
 * that neither parts, nor the lines of a large one, nor what balances paid is a way around.
 */
export async function checkWithPurchase(
  tx: Tx,
  order: Order,
  { cents, check }: { cents?: Cents | undefined; check: RefundCheck },
): Promise<void> {
  const value = sumOfAmounts(refundValueOf(order, nextRefundPart(order, { cents })));
  if (value === 0) return;
  const { checkoutId } = order;
  const lines = checkoutId === null ? [] : await tx.findBy(Order, { checkoutId });
  check(lines.reduce((sum, line) => sum + sumOfAmounts(refundedSoFar(line)), value));
}

/** Asks for the second step again where more than `STAFF_REFUND_LIMIT` of a purchase goes back. */
@Injectable()
export class RefundLimit {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** The check where no second step can be proven. It throws ShopError SECOND_STEP_REQUIRED. */
  checkWithoutStep(): RefundCheck {
    return (cents) => {
      if (cents > this.settings.staffRefundLimitCents)
        throw new ShopError('SECOND_STEP_REQUIRED', 'A refund of this size is made in the panel.');
    };
  }

  /**
   * The check of this session. It throws ShopError SECOND_STEP_REQUIRED, and SECOND_STEP_SETUP_REQUIRED for staff
   * without a second step, who could leave the limit behind by never setting one up.
   */
  checkFor({ role, identity }: Actor): RefundCheck {
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
