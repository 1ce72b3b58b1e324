import { splitByWeight, type CheckoutState, type OrderStatus, type PaymentStatus } from '@pax/contracts';

/** An order as the model follows it; its shares are those that the shop stored when it was paid. */
export interface OrderModel {
  id: number;
  status: OrderStatus;
  payment: PaymentStatus;
  cash: number;
  credit: number;
  points: number;
  quantity: number;
  refunded: number;
  /** Points and cash count for the buyer: since the delivery, or since the end of the dispute it was in. */
  isBooked: boolean;
  /** Which of the goods it is. */
  good: number;
}

export interface PurchaseModel {
  ref: string;
  /** orders: the wallet of a shop that takes PayPal's orders; elsewhere it is PayPal's form. */
  method: 'card' | 'wallet' | 'orders' | 'crypto' | 'none';
  state: CheckoutState;
  total: number;
  credit: number;
  /** Which goods are held or sold, with how many. */
  lines: readonly { good: number; quantity: number }[];
  /** The reward whose code it uses. */
  reward: number | undefined;
  orders: OrderModel[];
  /** What the provider has of it. */
  atProvider: number;
  /** Whether it was paid, so that it can't be paid late. */
  isPaid: boolean;
  /** Whether its buyer's bank has asked for it once. */
  wasDisputed: boolean;
  withdrawn: boolean;
  /** The goods were released while the checkout was confirming. */
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

/** All that runs out, and who has it. */
export interface ShopModel {
  goods: { free: number; held: number }[];
  buyers: BuyerModel[];
}

export const cashLeft = ({ cash, refunded }: OrderModel): number => cash - refunded;
export const isHeld = ({ state, letGo }: PurchaseModel): boolean =>
  state === 'open' || (state === 'confirming' && !letGo);

/** Takes what a purchase needs from what is free. @returns false when something does not suffice, and takes nothing */
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

/** Gives back what a purchase holds. */
function release(model: ShopModel, buyer: BuyerModel, purchase: PurchaseModel): void {
  if (!isHeld(purchase)) return;
  changeHeld(model, purchase, -1);
  for (const { good, quantity } of purchase.lines) addStock(model, good, quantity);
  buyer.credit += purchase.credit;
  if (purchase.reward !== undefined) buyer.rewards[purchase.reward] = 1;
}

/** Lets the goods of a confirming purchase go; by crypto it ends. */
export function releaseHold(model: ShopModel, buyer: BuyerModel, purchase: PurchaseModel): void {
  if (purchase.method === 'crypto') return endUnpaid(model, buyer, purchase, 'failed');
  release(model, buyer, purchase);
  purchase.letGo = true;
}

export const isBarred = ({ blocked, suspended }: BuyerModel): boolean => blocked || suspended;

/** Money that comes for a confirming purchase: late where its goods were let go, and sent back to who may not buy. */
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

/** What a paid purchase adds to the buyer; its orders are taken from the shop when they are first seen. */
export function becomePaid(model: ShopModel, purchase: PurchaseModel): void {
  if (isHeld(purchase)) changeHeld(model, purchase, -1);
  purchase.state = 'paid';
  purchase.isPaid = true;
  purchase.atProvider = purchase.method === 'none' ? 0 : purchase.total;
}

/** What was not given back of delivered orders counts for their buyer from now on; in a dispute it waits for the end. */
export function countDelivered(buyer: BuyerModel, { state, orders }: PurchaseModel): void {
  if (state === 'disputed') return;
  for (const order of orders) {
    if (order.isBooked || (order.status !== 'completed' && order.status !== 'archived')) continue;
    order.isBooked = true;
    buyer.points += order.points - (order.refunded === 0 ? 0 : shareAt(order, order.points, order.refunded));
    buyer.spent += cashLeft(order);
  }
}

/** Gives cash of an order back, with its part of credit and points: in proportion, rounded down over all parts. */
export function refundCash(buyer: BuyerModel, order: OrderModel, cents: number, isLoss = false): void {
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

/** Cancels a paid order: all that is left goes back, its goods too. */
export function cancelOrder(model: ShopModel, buyer: BuyerModel, order: OrderModel): void {
  order.status = 'cancelled';
  refundCash(buyer, order, cashLeft(order));
  addStock(model, order.good, order.quantity);
}

/** Money that went back at the provider, over the orders by what each has left. */
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
    else refundCash(buyer, order, part, state === 'lost');
  }
}

/** A purchase of which every order is undone is refunded, and its code free again. */
export function endIfRefunded(buyer: BuyerModel, purchase: PurchaseModel): void {
  if (purchase.state !== 'paid' || purchase.orders.some(({ payment }) => payment !== 'refunded')) return;
  purchase.state = 'refunded';
  if (purchase.reward !== undefined) buyer.rewards[purchase.reward] = 1;
}

function addStock(model: ShopModel, good: number, quantity: number): void {
  const goods = model.goods[good];
  if (goods) goods.free += quantity;
}
