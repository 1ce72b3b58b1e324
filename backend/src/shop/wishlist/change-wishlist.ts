import { Injectable } from '@nestjs/common';
import type { ChangeWishlistRequest, WishlistEntry } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/shop-error.js';
import { lockUser } from '../../people/accounts/user-row.js';
import { canSeeEarlyProducts } from '../../people/loyalty/frozen-rewards.js';
import { changeWishlistRows, readWishlist } from './wishlist-rows.js';

/** Adds products to the wishlist of an account and removes others. */
@Injectable()
export class ChangeWishlist {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes only what the input names, so that two devices at once lose no wish of each other.
   * @returns the list afterwards
   * @throws ShopError NOT_FOUND for an account that was deleted since the call began
   */
  execute(userId: number, input: ChangeWishlistRequest): Promise<WishlistEntry[]> {
    return this.transactions.run(async (tx) => {
      const user = await lockUser(tx, userId);
      if (user.deletedAt) throw new ShopError('NOT_FOUND', 'There is no such account.');
      const now = this.clock.now();
      // A product's name would tell of it before its release, in the copy of the own data too.
      const seesEarly = await canSeeEarlyProducts(tx, user, now);
      await changeWishlistRows(tx, userId, { ...input, now, seesEarly });
      return readWishlist(tx, userId);
    });
  }
}
