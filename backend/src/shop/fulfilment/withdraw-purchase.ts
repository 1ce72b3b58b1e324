import { Inject, Injectable } from '@nestjs/common';
import { WITHDRAWALS_PER_DAY, withdrawalRefusal, type WithdrawalRefusal } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { audit } from '../../people/audit/audit.js';
import { lockCheckout } from '../checkout/checkout-locks.js';
import { lockOrdersOf } from '../orders/find-orders.js';
import { markWithdrawn, withdrawalsSince } from '../orders/withdrawals.js';
import { cancelUnconfirmed } from './transition-order.js';
import { cancelOrder, lockGoods } from '../refunds/undo-order.js';

const DAY_MS = 24 * 3_600_000;
const REASON = 'withdrawn by the buyer';

/**
 * Ends a purchase for its buyer, who called, while nobody has taken any of its orders: all are locked and cancelled in one
 * transaction, as staff would.
 */
@Injectable()
export class WithdrawPurchase {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError NOT_FOUND, WITHDRAWN, ILLEGAL_MOVE with the reason, WITHDRAWAL_LIMIT with the wait */
  async execute(ref: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { buyer, checkout } = await lockCheckout(tx, ref);
      const actor = `user:${buyer.id}`;
      const orders = await lockOrdersOf(tx, checkout.id);
      if (orders.some(({ withdrawn }) => withdrawn))
        throw new ShopError('WITHDRAWN', 'This purchase was withdrawn already.');
      const isDisputed = checkout.state === 'disputed' || checkout.state === 'lost';
      const now = this.clock.now();
      if (!this.settings.selfCancel) refuse('off');
      refuse(isDisputed ? 'disputed' : withdrawalRefusal(orders, checkout.paidAt, now));
      await checkLimit(tx, buyer.id, now);
      await markWithdrawn(tx, orders);
      const [first] = orders;
      // One that is not confirmed ends with its whole checkout.
      if (first?.paymentStatus === 'unconfirmed') await cancelUnconfirmed(tx, first, { actor, now });
      else {
        await lockGoods(tx, orders);
        for (const order of orders) await cancelOrder(tx, order, { actor, now, reason: REASON });
      }
      const detail = { orders: orders.map(({ id }) => id).join(', ') };
      await audit(tx, { actor, action: 'checkout.withdraw', subject: `checkout:${ref}`, detail });
    });
  }
}

const TEXTS: Record<WithdrawalRefusal, string> = {
  off: 'This shop does not take withdrawals here. Write a ticket.',
  unpaid: 'Nothing was ordered with this checkout.',
  disputed: 'The payment is disputed: the bank decides.',
  undone: 'An order of this purchase was cancelled or refunded already.',
  started: 'Somebody has taken an order of this purchase. Write a ticket.',
  late: 'This purchase was paid too long ago. Write a ticket.',
};

function refuse(reason: WithdrawalRefusal | undefined): void {
  if (reason) throw new ShopError('ILLEGAL_MOVE', TEXTS[reason], { reason, legal: [] });
}

/** The buyer's row is locked, so that two withdrawals at once count each other. */
async function checkLimit(tx: Tx, userId: number, now: Date): Promise<void> {
  const { n, oldest } = await withdrawalsSince(tx, userId, new Date(now.getTime() - DAY_MS));
  if (n < WITHDRAWALS_PER_DAY) return;
  const until = (oldest ?? now).getTime() + DAY_MS;
  throw new ShopError(
    'WITHDRAWAL_LIMIT',
    `You withdrew ${WITHDRAWALS_PER_DAY} purchases within a day. Write a ticket for this one.`,
    { retryAfter: Math.max(1, Math.ceil((until - now.getTime()) / 1000)) },
  );
}
