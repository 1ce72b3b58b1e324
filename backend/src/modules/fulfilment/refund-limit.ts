import { Inject, Injectable } from '@nestjs/common';
import type { Cents } from '@pax/contracts';
import type { Actor } from '../../common/access.js';
import { ShopError } from '../../common/problem.js';
import { assertFreshStep } from '../../common/second-step.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** Takes what of an order has gone back after the act, in all. */
export type RefundCheck = (cents: Cents) => void;

/**
 * Asks for the second step again where more than `STAFF_REFUND_LIMIT` of an order goes back (OWN-570). Counts all of the
 * order's refunds, so that parts of a large one are no way around.
 */
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
  checkOf({ role, identity }: Actor): RefundCheck {
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
