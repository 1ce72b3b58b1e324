import { Inject, Injectable } from '@nestjs/common';
import { WITHDRAWALS_PER_DAY, findWithdrawalRefusal, type WithdrawalRefusal } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { lockCheckout } from '../checkout/checkout-locks.js';
import { lockOrdersOfCheckout } from '../orders/find-orders.js';
import type { Order } from '../orders/order.entity.js';
import { cancelUnconfirmedCheckout } from './transition-order.js';
import { cancelOrder, lockGoods } from '../refunds/undo-order.js';

const DAY_MS = 24 * 3_600_000;
const withdrawals = z.object({ n: z.number(), oldest: z.date().nullable() });
const REASON = 'withdrawn by the buyer';

/**
 * Withdraws a purchase for its buyer, as long as staff have taken none of its orders. All orders are locked and
 * cancelled in one transaction.
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
      const orders = await lockOrdersOfCheckout(tx, checkout.id);
      if (orders.some(({ withdrawn }) => withdrawn))
        throw new ShopError('WITHDRAWN', 'This purchase was withdrawn already.');
      const isDisputed = checkout.state === 'disputed' || checkout.state === 'lost';
      const now = this.clock.now();
      if (!this.settings.selfCancel) throwIfRefused('off');
      throwIfRefused(isDisputed ? 'disputed' : findWithdrawalRefusal(orders, checkout.paidAt, now));
      await assertBelowDailyLimit(tx, buyer.id, now);
      await markWithdrawn(tx, orders);
      const [first] = orders;
      // Cancels unconfirmed orders together with their whole checkout.
      if (first?.paymentStatus === 'unconfirmed') await cancelUnconfirmedCheckout(tx, first, { actor, now });
      else {
        await lockGoods(tx, orders);
        for (const order of orders) await cancelOrder(tx, order, { actor, now, reason: REASON });
      }
      const detail = { orders: orders.map(({ id }) => id).join(', ') };
      await writeAuditRow(tx, { actor, action: 'checkout.withdraw', subject: `checkout:${ref}`, detail });
    });
  }
}

const REFUSAL_TEXTS: Record<WithdrawalRefusal, string> = {
  off: 'This shop does not take withdrawals here. Write a ticket.',
  unpaid: 'Nothing was ordered with this checkout.',
  disputed: 'The payment is disputed: the bank decides.',
  undone: 'An order of this purchase was cancelled or refunded already.',
  started: 'Somebody has taken an order of this purchase. Write a ticket.',
  late: 'This purchase was paid too long ago. Write a ticket.',
};

function throwIfRefused(reason: WithdrawalRefusal | undefined): void {
  if (reason) throw new ShopError('ILLEGAL_MOVE', REFUSAL_TEXTS[reason], { reason, legal: [] });
}

/**
 * Checks the daily limit of withdrawals. The buyer's row is locked, so that concurrent withdrawals count each
 * other.
 */
async function assertBelowDailyLimit(tx: Tx, userId: number, now: Date): Promise<void> {
  const { n, oldest } = await countWithdrawalsSince(tx, userId, new Date(now.getTime() - DAY_MS));
  if (n < WITHDRAWALS_PER_DAY) return;
  const until = (oldest ?? now).getTime() + DAY_MS;
  throw new ShopError(
    'WITHDRAWAL_LIMIT',
    `You withdrew ${WITHDRAWALS_PER_DAY} purchases within a day. Write a ticket for this one.`,
    { retryAfter: Math.max(1, Math.ceil((until - now.getTime()) / 1000)) },
  );
}

/** Counts the purchases that an account withdrew since a given time, and finds the time of the oldest. */
async function countWithdrawalsSince(
  tx: Tx,
  userId: number,
  since: Date,
): Promise<z.infer<typeof withdrawals>> {
  const row = await sql(tx).first(
    withdrawals,
    `SELECT count(DISTINCT checkout_id)::int AS n, min(cancelled_at) AS oldest FROM orders
      WHERE user_id = $1 AND withdrawn AND cancelled_at > $2`,
    [userId, since],
  );
  return row ?? { n: 0, oldest: null };
}

/** Marks locked orders as withdrawn by their buyer; cancelling them is a separate step. */
async function markWithdrawn(tx: Tx, orders: readonly Order[]): Promise<void> {
  for (const order of orders) order.withdrawn = true;
  await sql(tx).run('UPDATE orders SET withdrawn = true WHERE id = ANY($1)', [orders.map(({ id }) => id)]);
}
