import { Inject, Injectable } from '@nestjs/common';
import type { Cents } from '@pax/contracts';
import { z } from 'zod';
import type { Actor } from '../../common/access.js';
import { ShopError } from '../../common/problem.js';
import { assertFreshStep } from '../../common/second-step.js';
import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';
import type { Order } from '../orders/order.entity.js';

/** Takes what of a purchase has gone back after the act, in all. */
export type RefundCheck = (cents: Cents) => void;

const purchaseRow = z.object({ refundedCents: z.number() });

/**
 * Checks an act that gives cash of a locked order back. All that went back of its purchase counts, so that neither parts
 * nor the lines of a large one are a way around (OWN-697).
 */
export async function checkWithPurchase(
  tx: Tx,
  { checkoutId }: Pick<Order, 'checkoutId'>,
  { cents, check }: { cents: Cents; check: RefundCheck },
): Promise<void> {
  if (cents === 0) return;
  const purchase = await sql(tx).first(
    purchaseRow,
    'SELECT refunded_cents AS "refundedCents" FROM checkouts WHERE id = $1',
    [checkoutId],
  );
  check((purchase?.refundedCents ?? 0) + cents);
}

/** Asks for the second step again where more than `STAFF_REFUND_LIMIT` of a purchase goes back (OWN-570). */
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
