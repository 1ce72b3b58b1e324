import { isReviewable, type OwnReview, type WriteReviewRequest } from '@pax/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { isActWaiting } from '../../platform/outbox/undoable-acts.js';
import { ShopError } from '../../platform/shop-error.js';
import { User } from '../../people/accounts/user.entity.js';
import { lockOrder, orderThing } from '../orders/find-orders.js';
import { Order } from '../orders/order.entity.js';
import { readReviewOfOrder } from './reviews.queries.js';

export interface WriteReviewInput extends WriteReviewRequest {
  orderId: number;
  userId: number;
}

/** Stores a buyer's review of an own order. */
@Injectable()
export class WriteReview {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the review; the stored one when the same is sent again
   * @throws ShopError NOT_FOUND, WITHDRAWN, ILLEGAL_MOVE for an order that is not delivered, or not for good yet,
   * not bought or wholly refunded, CONFLICT when another review was written before
   */
  execute({ orderId, userId, rating, text }: WriteReviewInput): Promise<OwnReview> {
    return this.transactions.run(async (tx) => {
      if (!(await tx.existsBy(Order, { id: orderId, userId }))) throw noOrderError();
      const order = await lockOrder(tx, orderId);
      // An account that was deleted since the call began must leave no new text.
      if ((await tx.findOneByOrFail(User, { id: userId })).deletedAt) throw noOrderError();
      const stored = await readReviewOfOrder(tx, orderId);
      if (stored?.rating === rating && stored.text === text) return stored;
      if (stored) throw new ShopError('CONFLICT', 'You have reviewed this order already.');
      const completion = { thing: orderThing(orderId), act: 'order.complete' };
      if (!isReviewable(order) || (await isActWaiting(tx, completion)))
        throw new ShopError(
          'ILLEGAL_MOVE',
          'Only a delivered purchase that was not refunded can be reviewed.',
          {
            legal: [],
          },
        );
      await sql(tx).run('INSERT INTO reviews (order_id, rating, text, created_at) VALUES ($1, $2, $3, $4)', [
        orderId,
        rating,
        text,
        this.clock.now(),
      ]);
      const written = await readReviewOfOrder(tx, orderId);
      if (!written) throw new Error('the review was not written');
      return written;
    });
  }
}

const noOrderError = (): ShopError => new ShopError('NOT_FOUND', 'There is no such order.');
