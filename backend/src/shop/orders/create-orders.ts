import { getCartLineName, REWARD_SHOP, type EventType, type Quote } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { Order } from './order.entity.js';
import { recordTransitions } from './change-order-status.js';
import { splitCheckoutShares, type Commission } from './refund-share.js';

/** A checkout and its lines, from which orders are created. */
export interface OrderedCheckout {
  checkout: {
    id: number;
    userId: number;
    gameName: string;
    blockedName: boolean;
    discordName: string;
    totalCents: number;
    creditCents: number;
    bonusCents: number;
    referralCode: string | null;
    quote: { discounts: { referral: string }; reward?: Quote['reward'] };
  };
  lines: OrderedLine[];
}

/** A settled checkout, and the points and commission that it earns. */
export interface PaidCheckout extends OrderedCheckout {
  points: number;
  commission: Commission | null;
  paidAt: Date;
}

interface OrderedLine {
  lineNo: number;
  productId: number;
  name: string;
  category: string;
  quantity: number;
  coins: number;
  customAmount: number | null;
  lineCents: number;
  discountCents: number;
}

export interface DeliveryTimes {
  coinsMinutes: number;
  otherHours: number;
}

/**
 * Creates one order per line of a settled checkout. Each order stores its share of cash, credit, bonus, points and
 * commission, so that a refund need not compute them again.
 */
export async function createOrders(tx: Tx, paid: PaidCheckout, delivery: DeliveryTimes): Promise<Order[]> {
  const shares = splitCheckoutShares(paid);
  const orders = paid.lines.map((line, index) =>
    tx.create(Order, {
      ...shares[index],
      ...orderFieldsOf(paid, line),
      createdAt: paid.paidAt,
      dueAt: deliveryDueAt(paid.paidAt, line.coins, delivery),
    }),
  );
  await insertOrders(tx, orders, 'order.paid');
  return orders;
}

/** Creates orders before their payment is confirmed. They earn nothing and have no due time yet. */
export async function createUnconfirmedOrders(tx: Tx, ordered: OrderedCheckout, now: Date): Promise<void> {
  const shares = splitCheckoutShares({ ...ordered, points: 0, commission: null });
  const orders = ordered.lines.map((line, index) =>
    tx.create(Order, {
      ...shares[index],
      ...orderFieldsOf(ordered, line),
      paymentStatus: 'unconfirmed',
      createdAt: now,
    }),
  );
  await insertOrders(tx, orders, 'order.unconfirmed');
}

/** Computes the time by which an order has to be delivered. */
export function deliveryDueAt(paidAt: Date, coins: number | null, delivery: DeliveryTimes): Date {
  const dueMs = (coins ?? 0) > 0 ? delivery.coinsMinutes * 60_000 : delivery.otherHours * 3_600_000;
  return new Date(paidAt.getTime() + dueMs);
}

async function insertOrders(tx: Tx, orders: Order[], type: EventType): Promise<void> {
  await tx.insert(Order, orders);
  await recordTransitions(tx, orders, null, `user:${orders[0]?.userId}`);
  for (const { id, version } of orders) {
    appendEvent(tx, { type, aggregate: 'order', aggregateId: String(id), version });
  }
}

function orderFieldsOf({ checkout }: OrderedCheckout, line: OrderedLine) {
  return {
    checkoutId: checkout.id,
    lineNo: line.lineNo,
    userId: checkout.userId,
    productId: line.productId,
    productName: getCartLineName(line),
    category: line.category,
    discordUsername: checkout.discordName,
    minecraftName: checkout.gameName,
    blockedName: checkout.blockedName,
    quantity: line.quantity,
    coins: line.coins > 0 ? line.coins : null,
    referralCode: checkout.referralCode,
    earnings: 'pending' as const,
    priority: hasFreeDelivery(checkout.quote.reward),
  };
}

/** Tells whether the reward is Free Delivery; staff deliver orders with it first. */
function hasFreeDelivery(reward: Quote['reward']): boolean {
  return reward !== undefined && REWARD_SHOP[reward.key].category === 'delivery';
}
