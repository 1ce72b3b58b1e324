import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/transaction.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { BlockUser } from '../../people/accounts/block-user.js';
import { lockCheckout } from '../checkout/checkout-locks.js';
import { buyerOf, refOf } from '../checkout/checkout.queries.js';
import { lockOrdersOf } from '../orders/find-orders.js';
import { cashLeft } from '../orders/refund-share.js';
import {
  Reversals,
  type Disputed,
  type LockedPurchase,
  type Loser,
  type RefundOfOrder,
} from '../payments/refunds/reversals.js';
import { RoleSource, type Standing } from '../../people/rights/role-source.js';
import { bookOutsideRefund } from './book-outside-refund.js';
import { countAsLost, disputePurchase, losePurchase, restorePurchase } from './dispute-purchase.js';

/** Undoes purchases because of what happened at the provider: the one entry of payments into this module. */
@Injectable()
export class OutsideReversals extends Reversals {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
    private readonly blockUser: BlockUser,
    private readonly clock: Clock,
  ) {
    super();
  }

  async lockPurchase(tx: Tx, checkoutId: number): Promise<LockedPurchase> {
    const { checkout } = await lockCheckout(tx, await refOf(tx, checkoutId));
    const orders = await lockOrdersOf(tx, checkoutId);
    return {
      cashLeft: orders.reduce((sum, order) => sum + cashLeft(order), 0),
      // Read again: a waiting refund that is answered meanwhile raises the version of its order.
      bookOutside: async (refund) => {
        const current = await lockOrdersOf(tx, checkoutId);
        await bookOutsideRefund(tx, { ref: checkout.ref, orders: current }, refund, this.clock.now());
      },
    };
  }

  dispute(tx: Tx, disputed: Disputed): Promise<void> {
    return disputePurchase(tx, disputed);
  }

  countAsLost(
    tx: Tx,
    checkoutId: number,
    disputeRef: string,
    refunds: readonly RefundOfOrder[],
  ): Promise<void> {
    return countAsLost(tx, checkoutId, disputeRef, refunds);
  }

  disputeWon(tx: Tx, disputed: Disputed): Promise<void> {
    return restorePurchase(tx, disputed, this.clock.now());
  }

  async loserOf(checkoutId: number): Promise<Loser> {
    const userId = await buyerOf(this.database.manager, checkoutId);
    const identity = await this.accounts.identity(userId);
    return { userId, standing: identity ? await this.roles.standingOf(identity) : 'unknown' };
  }

  async disputeLost(
    tx: Tx,
    disputed: Disputed,
    openedAt: Date,
    standing: Standing,
  ): Promise<number | undefined> {
    const userId = await losePurchase(tx, disputed, openedAt, standing);
    if (standing !== 'customer') return undefined;
    const isNew = await this.blockUser.blockIn(tx, { userId, reason: 'dispute lost', actor: 'shop' });
    return isNew ? userId : undefined;
  }

  async followBlock(userId: number): Promise<void> {
    await this.blockUser.followBlock(userId);
  }
}
