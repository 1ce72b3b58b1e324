import { Injectable } from '@nestjs/common';
import type { Cents } from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import type { Tx } from '../../infra/database/transaction.js';
import { Sessions } from '../../infra/sessions/sessions.js';
import { BlockUser } from '../accounts/block-user.js';
import { Reversals, type OutsideRefund } from '../payments/refunds/reversals.js';
import { bookOutsideRefund, lockCashLeft } from './book-outside-refund.js';
import { disputePurchase, losePurchase, restorePurchase } from './dispute-purchase.js';

/** Undoes purchases because of what happened at the provider: the one entry of payments into this module (D-107). */
@Injectable()
export class OutsideReversals extends Reversals {
  constructor(
    private readonly blockUser: BlockUser,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {
    super();
  }

  lockCashLeft(tx: Tx, checkoutId: number): Promise<Cents> {
    return lockCashLeft(tx, checkoutId);
  }

  bookOutside(tx: Tx, refund: OutsideRefund): Promise<void> {
    return bookOutsideRefund(tx, refund, this.clock.now());
  }

  dispute(tx: Tx, checkoutId: number): Promise<void> {
    return disputePurchase(tx, checkoutId);
  }

  disputeWon(tx: Tx, checkoutId: number): Promise<void> {
    return restorePurchase(tx, checkoutId, this.clock.now());
  }

  async disputeLost(tx: Tx, checkoutId: number): Promise<number | undefined> {
    const userId = await losePurchase(tx, checkoutId);
    const isNew = await this.blockUser.blockIn(tx, { userId, reason: 'dispute lost', actor: 'shop' });
    return isNew ? userId : undefined;
  }

  announceBlock(userId: number): void {
    this.sessions.announceEnd(userId);
  }
}
