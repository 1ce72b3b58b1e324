import { REWARD_SHOP, type Quote } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { Order } from './order.entity.js';
import { recordTransitions } from './order-history.js';
import { splitShares } from './split-shares.js';

/** What a settled checkout hands over. */
export interface PaidCheckout {
  checkout: {
    id: number;
    userId: number;
    gameName: string;
    discordName: string;
    totalCents: number;
    creditCents: number;
    bonusCents: number;
    referralCode: string | null;
    quote: { discounts: { referral: string }; reward?: Quote['reward'] };
  };
  lines: PaidLine[];
  points: number;
  /** The account that earns the commission, if any. */
  referrerId: number | null;
  paidAt: Date;
}

interface PaidLine {
  lineNo: number;
  productId: number;
  name: string;
  category: string;
  quantity: number;
  coins: number;
  lineCents: number;
  discountCents: number;
}

export interface DeliveryTimes {
  coinsMinutes: number;
  otherHours: number;
}

/**
 * Inserts one order per line of a settled checkout. Each stores its share of cash, credit, bonus, points and
 * commission, so that undoing it needs no recomputing.
 */
export async function createOrders(tx: Tx, paid: PaidCheckout, delivery: DeliveryTimes): Promise<Order[]> {
  const shares = splitShares(paid);
  const orders = paid.lines.map((line, index) =>
    tx.create(Order, { ...shares[index], ...describe(paid, line, delivery) }),
  );
  await tx.insert(Order, orders);
  await recordTransitions(tx, orders, null, `user:${paid.checkout.userId}`);
  for (const { id, version } of orders) {
    appendEvent(tx, { type: 'order.paid', aggregate: 'order', aggregateId: String(id), version });
  }
  return orders;
}

function describe({ checkout, paidAt }: PaidCheckout, line: PaidLine, delivery: DeliveryTimes) {
  const dueMs = line.coins > 0 ? delivery.coinsMinutes * 60_000 : delivery.otherHours * 3_600_000;
  return {
    checkoutId: checkout.id,
    lineNo: line.lineNo,
    userId: checkout.userId,
    productId: line.productId,
    productName: line.name,
    category: line.category,
    discordUsername: checkout.discordName,
    minecraftName: checkout.gameName,
    quantity: line.quantity,
    coins: line.coins > 0 ? line.coins : null,
    referralCode: checkout.referralCode,
    priority: isPriority(checkout.quote.reward),
    createdAt: paidAt,
    dueAt: new Date(paidAt.getTime() + dueMs),
  };
}

/** Free Delivery: staff deliver these orders first (OWN-54). */
function isPriority(reward: Quote['reward']): boolean {
  return reward !== undefined && REWARD_SHOP[reward.key].category === 'delivery';
}
