import { splitByWeight, type CheckoutState, type OrderStatus, type PaymentStatus } from '@pax/contracts';

/** An order in the model; its shares are those that the shop stored at payment. */
export interface OrderModel {
  id: number;
  status: OrderStatus;
  payment: PaymentStatus;
  cash: number;
  credit: number;
  points: number;
  quantity: number;
  refunded: number;
  /** True once points and cash count for the buyer: from the delivery, or from the end of a dispute. */
  isBooked: boolean;
  /** Index of the goods. */
  good: number;
}

export interface PurchaseModel {
  ref: string;
  /** orders: a wallet by PayPal's orders; otherwise by PayPal's form. */
  method: 'card' | 'wallet' | 'orders' | 'crypto' | 'none';
  state: CheckoutState;
  total: number;
  credit: number;
  /** Held or sold goods with their numbers. */
  lines: readonly { good: number; quantity: number }[];
  /** The reward whose code it uses. */
  reward: number | undefined;
  orders: OrderModel[];
  /** Payment state at the provider. */
  atProvider: number;
  /** True if it was paid, so that it cannot be paid late. */
  isPaid: boolean;
  /** True if the buyer's bank has claimed the money once. */
  wasDisputed: boolean;
  withdrawn: boolean;
  /** True if the goods were released while the checkout was confirming. */
  letGo: boolean;
}

export interface BuyerModel {
  credit: number;
  points: number;
  spent: number;
  suspended: boolean;
  blocked: boolean;
  /** Pieces of each reward code that are free: 1, or 0 when it is held or used. */
  rewards: Record<number, number>;
  purchases: PurchaseModel[];
}

/** Everything that can run out, and its owners. */
export interface ShopModel {
  goods: { free: number; held: number }[];
  buyers: BuyerModel[];
}

export const cashLeft = ({ cash, refunded }: OrderModel): number => cash - refunded;
export const isHeld = ({ state, letGo }: PurchaseModel): boolean =>
  state === 'open' || (state === 'confirming' && !letGo);

/** Takes the goods and balances of a purchase. @returns false, taking nothing, if something is missing */
export function takeGoods(model: ShopModel, buyer: BuyerModel, purchase: PurchaseModel): boolean {
  const { lines, credit, reward } = purchase;
  const fits =
    lines.every(({ good, quantity }) => (model.goods[good]?.free ?? 0) >= quantity) &&
    buyer.credit >= credit &&
    (reward === undefined || buyer.rewards[reward] === 1);
  if (!fits) return false;
  for (const { good, quantity } of lines) addStock(model, good, -quantity);
  buyer.credit -= credit;
  if (reward !== undefined) buyer.rewards[reward] = 0;
  return true;
}

export function changeHeld(model: ShopModel, { lines }: PurchaseModel, sign: 1 | -1): void {
  for (const { good, quantity } of lines) {
    const goods = model.goods[good];
    if (goods) goods.held += sign * quantity;
  }
}

/** Returns everything that a purchase holds. */
function release(model: ShopModel, buyer: BuyerModel, purchase: PurchaseModel): void {
  if (!isHeld(purchase)) return;
  changeHeld(model, purchase, -1);
  for (const { good, quantity } of purchase.lines) addStock(model, good, quantity);
  buyer.credit += purchase.credit;
  if (purchase.reward !== undefined) buyer.rewards[purchase.reward] = 1;
}

/** Releases the goods of a confirming purchase; a crypto purchase ends. */
export function releaseHold(model: ShopModel, buyer: BuyerModel, purchase: PurchaseModel): void {
  if (purchase.method === 'crypto') return endUnpaid(model, buyer, purchase, 'failed');
  release(model, buyer, purchase);
  purchase.letGo = true;
}

export const isBarred = ({ blocked, suspended }: BuyerModel): boolean => blocked || suspended;

/** Applies money for a confirming purchase: late if its goods were released, refunded if the buyer may not buy. */
export function becomeConfirmed(model: ShopModel, buyer: BuyerModel, purchase: PurchaseModel): void {
  if (!isBarred(buyer) && (isHeld(purchase) || takeGoods(model, buyer, purchase)))
    return becomePaid(model, purchase);
  endUnpaid(model, buyer, purchase, 'failed');
  purchase.isPaid = true;
}

/** Ends a purchase unpaid. */
export function endUnpaid(
  model: ShopModel,
  buyer: BuyerModel,
  purchase: PurchaseModel,
  to: CheckoutState,
): void {
  release(model, buyer, purchase);
  purchase.state = to;
  for (const order of purchase.orders) Object.assign(order, { status: 'cancelled', payment: 'void' });
}

/** Adds a paid purchase to its buyer; its orders are copied from the shop when first seen. */
export function becomePaid(model: ShopModel, purchase: PurchaseModel): void {
  if (isHeld(purchase)) changeHeld(model, purchase, -1);
  purchase.state = 'paid';
  purchase.isPaid = true;
  purchase.atProvider = purchase.method === 'none' ? 0 : purchase.total;
}

/** Counts the rest of delivered orders for their buyer; during a dispute this waits for its end. */
export function countDelivered(buyer: BuyerModel, { state, orders }: PurchaseModel): void {
  if (state === 'disputed') return;
  for (const order of orders) {
    if (order.isBooked || (order.status !== 'completed' && order.status !== 'archived')) continue;
    order.isBooked = true;
    buyer.points += order.points - (order.refunded === 0 ? 0 : shareAt(order, order.points, order.refunded));
    buyer.spent += cashLeft(order);
  }
}

/** Refunds cash of an order with its share of credit and points, in proportion and rounded down over all parts. */
export function refundPart(buyer: BuyerModel, order: OrderModel, cents: number, isLoss = false): void {
  const before = order.refunded;
  const isFirst = before === 0;
  order.refunded += cents;
  const part = (share: number): number =>
    shareAt(order, share, order.refunded) - (isFirst ? 0 : shareAt(order, share, before));
  if (!isLoss) buyer.credit += part(order.credit);
  if (order.isBooked) {
    buyer.points -= part(order.points);
    buyer.spent -= cents;
  }
  order.payment = cashLeft(order) === 0 ? 'refunded' : 'partly_refunded';
}

function shareAt({ cash }: OrderModel, share: number, cents: number): number {
  return cents === cash ? share : Math.floor((share * cents) / cash);
}

/** Cancels a paid order: the whole rest is refunded, and its goods return. */
export function cancelOrder(model: ShopModel, buyer: BuyerModel, order: OrderModel): void {
  order.status = 'cancelled';
  refundPart(buyer, order, cashLeft(order));
  addStock(model, order.good, order.quantity);
}

/** Books a refund made at the provider over the orders by their cash left. */
export function bookProviderRefund(
  model: ShopModel,
  buyer: BuyerModel,
  { orders, state }: PurchaseModel,
  cents: number,
): void {
  const left = orders.map(cashLeft);
  const parts = splitByWeight(cents, left);
  for (const [at, order] of orders.entries()) {
    const part = parts[at] ?? 0;
    if (part === 0) continue;
    if (part === left[at] && (order.status === 'pending' || order.status === 'processing'))
      cancelOrder(model, buyer, order);
    // A dispute that was lost: delivered goods stay paid by credit.
    else refundPart(buyer, order, part, state === 'lost');
  }
}

/** Marks a purchase as refunded once every order is undone, and frees its code. */
export function endIfRefunded(buyer: BuyerModel, purchase: PurchaseModel): void {
  if (purchase.state !== 'paid' || purchase.orders.some(({ payment }) => payment !== 'refunded')) return;
  purchase.state = 'refunded';
  if (purchase.reward !== undefined) buyer.rewards[purchase.reward] = 1;
}

function addStock(model: ShopModel, good: number, quantity: number): void {
  const goods = model.goods[good];
  if (goods) goods.free += quantity;
}
