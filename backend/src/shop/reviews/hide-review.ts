import type { HideReviewRequest, OwnReview } from '@pax/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/shop-error.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { assertNotOwnOrder } from '../orders/find-orders.js';
import { readReviewOfOrder } from './reviews.queries.js';

export interface HideReviewInput extends HideReviewRequest, StaffActor {
  reviewId: number;
}

const lockedRow = z.object({ orderId: z.number(), userId: z.number(), isHidden: z.boolean() });

/** Hides a review for staff, or shows it again; the reason stands in the audit. */
@Injectable()
export class HideReview {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, OWN_ORDER, ILLEGAL_MOVE when the review is already hidden, or shown */
  execute({ reviewId, hiddenReason, actor, role }: HideReviewInput): Promise<OwnReview> {
    const isHiding = hiddenReason !== null;
    const action = isHiding ? 'review.hide' : 'review.show';
    return this.transactions.run(async (tx) => {
      const review = await sql(tx).first(
        lockedRow,
        `SELECT r.order_id AS "orderId", o.user_id AS "userId", r.hidden_at IS NOT NULL AS "isHidden"
           FROM reviews r JOIN orders o ON o.id = r.order_id WHERE r.id = $1 FOR UPDATE OF r`,
        [reviewId],
      );
      if (!review) throw new ShopError('NOT_FOUND', 'There is no such review.');
      const { orderId, userId, isHidden } = review;
      const subject = `order:${orderId}`;
      await assertNotOwnOrder(tx, this.departed, { actor, role, userId, subject, action });
      if (isHidden === isHiding)
        throw new ShopError('ILLEGAL_MOVE', `This review is already ${isHidden ? 'hidden' : 'shown'}.`, {
          legal: [],
        });
      await sql(tx).run('UPDATE reviews SET hidden_at = $2, hidden_reason = $3 WHERE id = $1', [
        reviewId,
        isHiding ? this.clock.now() : null,
        hiddenReason,
      ]);
      await writeAuditRow(tx, { actor, action, subject, detail: isHiding ? { reason: hiddenReason } : {} });
      const written = await readReviewOfOrder(tx, orderId);
      if (!written) throw new Error('the review is gone');
      return written;
    });
  }
}
