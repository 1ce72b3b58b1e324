import type { Cents } from '@pax/contracts';
import type { Tx } from '../../../platform/database/transaction.js';
import type { Standing } from '../../../people/rights/role-source.js';
import type { Payment } from '../payment.entity.js';
import type { MadeRefund } from './request-refund.js';

/** Money that went back at the provider and not by the shop. */
export interface OutsideRefund {
  amountCents: Cents;
  /** Why, in the shop's own words. */
  reason: string;
  made: MadeRefund;
  /** A lost dispute took it. */
  isOfDispute?: boolean | undefined;
}

/** Cash of an order that went back. */
export interface RefundOfOrder {
  orderId: number;
  cents: Cents;
}

/** A paid checkout that is locked with its orders. */
export interface LockedPurchase {
  /** The cash that has not gone back of its orders. */
  cashLeft: Cents;
  /** Books a refund made at the provider, of at most what is left, over its orders, and tells staff. At most once. */
  bookOutside(refund: OutsideRefund): Promise<void>;
}

/** The purchase of a disputed payment; stranded money is for none, so that only its buyer is concerned. */
export type Disputed = Pick<Payment, 'checkoutId' | 'state'>;

/** The account that lost a dispute. */
export interface Loser {
  userId: number;
  standing: Standing;
}

/** The operations that payments ask of the module that undoes purchases, because payments know only this class. */
export abstract class Reversals {
  /** Locks a paid checkout with its orders, after its payment. */
  abstract lockPurchase(tx: Tx, checkoutId: number): Promise<LockedPurchase>;

  /** A dispute is open: the purchase is disputed, and its buyer can't buy. Idempotent, as are the next two. */
  abstract dispute(tx: Tx, disputed: Disputed): Promise<void>;

  /**
   * Counts refunds of orders as part of what a lost dispute took: those of delivered orders give no store credit and no
   * bonus back. Idempotent.
   */
  abstract countAsLost(
    tx: Tx,
    checkoutId: number,
    disputeRef: string,
    refunds: readonly RefundOfOrder[],
  ): Promise<void>;

  /** Applies a won dispute: the purchase stands again, unless another dispute is open. */
  abstract disputeWon(tx: Tx, disputed: Disputed): Promise<void>;

  /** A checkout's buyer as one that loses a dispute; asks Discord, so before a transaction. */
  abstract loserOf(checkoutId: number): Promise<Loser>;

  /**
   * Ends a lost dispute whose money is booked: a buyer who is a customer is blocked. @param openedAt when it began
   * @returns the account, if it was not blocked before
   */
  abstract disputeLost(
    tx: Tx,
    disputed: Disputed,
    openedAt: Date,
    standing: Standing,
  ): Promise<number | undefined>;

  /** Ends the connections of an account whose block is committed, and blocks its successors. */
  abstract followBlock(userId: number): Promise<void>;
}
