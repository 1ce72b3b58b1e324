import { parseDecimalToCents, splitByWeight, type Cents, type PaymentStatus } from '@pax/contracts';
import { z } from 'zod';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';

/** The referrer of a checkout, and the commission that the referrer earns with it. */
export interface Commission {
  referrerId: number;
  cents: Cents;
}

/** The amounts of a settled checkout that are split over its lines. */
interface SplitInput {
  checkout: {
    totalCents: Cents;
    creditCents: Cents;
    bonusCents: Cents;
    quote: { discounts: { referral: string } };
  };
  lines: readonly { lineCents: Cents; discountCents: Cents }[];
  points: number;
  commission: Commission | null;
}

/**
 * Splits the amounts of a checkout over its lines by largest remainder: no share is negative, the shares of a line
 * add up to its price, and those of all lines to the checkout's total.
 */
export function splitCheckoutShares({ checkout, lines, points: earned, commission }: SplitInput) {
  const nets = lines.map((line) => line.lineCents - line.discountCents);
  const credits = splitByWeight(checkout.creditCents, nets);
  const bonuses = splitByWeight(
    checkout.bonusCents,
    nets.map((net, index) => net - (credits[index] ?? 0)),
  );
  const cash = nets.map((net, index) => net - (credits[index] ?? 0) - (bonuses[index] ?? 0));
  const points = splitByWeight(earned, cash);
  const commissions = splitByWeight(commission?.cents ?? 0, cash);
  const referral = splitByWeight(
    parseDecimalToCents(checkout.quote.discounts.referral),
    lines.map((line) => line.lineCents),
  );
  return nets.map((net, index) => ({
    totalCents: net,
    creditCents: credits[index] ?? 0,
    bonusCents: bonuses[index] ?? 0,
    cashCents: cash[index] ?? 0,
    points: points[index] ?? 0,
    commissionCents: commissions[index] ?? 0,
    commissionUserId: commission?.referrerId ?? null,
    referralDiscountCents: referral[index] ?? 0,
  }));
}

/** The amounts of an order from which the next part of its refund is computed. */
interface RefundedOrder {
  cashCents: Cents;
  /** Cash that was refunded so far. */
  refundedCents: Cents;
  /** Part of the refunded cash that lost disputes took after the delivery. */
  lostCents: Cents;
  paymentStatus: PaymentStatus;
}

/** One part of an order's refund, described by the refunded cash before and after it. */
export interface RefundPart {
  /**
   * Cash refunded before this part; undefined for the first part, which is the only part of an order without cash.
   */
  before: Cents | undefined;
  after: Cents;
  /** Cash that was paid for the order. */
  of: Cents;
  /** Cash that lost disputes took after the delivery, before and after this part. */
  lost: { before: Cents; after: Cents };
}

/** A part of a refund that somebody requested. */
export interface RequestedPart {
  /** Cash to refund, cents; all remaining cash if not given. */
  cents?: Cents | undefined;
  /**
   * True if a lost dispute takes the cash of a delivered order. Store credit and bonus, which also paid for the
   * goods, are not returned then.
   */
  isLoss?: boolean | undefined;
}

/** Cash of an order that was not refunded yet. */
export const remainingCashOf = ({ cashCents, refundedCents }: RefundedOrder): Cents =>
  cashCents - refundedCents;

/** The payment status of an order that is neither disputed nor fully refunded. */
export const paidOrPartlyRefunded = (order: RefundedOrder): 'paid' | 'partly_refunded' =>
  order.refundedCents === 0 ? 'paid' : 'partly_refunded';

/** Computes the next part of an order's refund. */
export function nextRefundPart(
  order: RefundedOrder,
  { cents = remainingCashOf(order), isLoss }: RequestedPart = {},
): RefundPart {
  if (cents < 0 || cents > remainingCashOf(order))
    throw new RangeError(`${cents} of ${remainingCashOf(order)} cents`);
  const before = order.refundedCents === 0 ? undefined : order.refundedCents;
  const lost = { before: order.lostCents, after: order.lostCents + (isLoss ? cents : 0) };
  return { before, after: order.refundedCents + cents, of: order.cashCents, lost };
}

/** Adds a part of a refund to a locked order; the caller saves the order. */
export function applyRefundPart(order: RefundedOrder, asked?: RequestedPart): RefundPart {
  const part = nextRefundPart(order, asked);
  order.refundedCents = part.after;
  order.lostCents = part.lost.after;
  order.paymentStatus = paymentStatusAfterRefund(order);
  return part;
}

/**
 * The payment status after a refund. An open dispute stays visible while its money is out, and a lost one for ever,
 * in whatever order messages come.
 */
function paymentStatusAfterRefund(order: RefundedOrder): PaymentStatus {
  if (order.paymentStatus === 'lost') return 'lost';
  if (remainingCashOf(order) === 0) return 'refunded';
  return order.paymentStatus === 'disputed' ? 'disputed' : 'partly_refunded';
}

/**
 * Computes the share of one refund part in an amount of the order, in proportion to the cash. Rounds down the sum
 * of all parts so far, so that the last part takes exactly the remainder.
 */
export function shareOfPart(share: number, { before, after, of }: Omit<RefundPart, 'lost'>): number {
  return shareAt(share, after, of) - (before === undefined ? 0 : shareAt(share, before, of));
}

/** The amounts that an order was paid with. */
interface PaidOrder extends RefundedOrder {
  creditCents: Cents;
  bonusCents: Cents;
}

/** Computes the cash, store credit and bonus that a refund part returns, cents. */
export function refundValueOf({ cashCents, creditCents, bonusCents }: PaidOrder, part: RefundPart) {
  const { before, after, of, lost } = part;
  const given = {
    before: before === undefined ? undefined : before - lost.before,
    after: after - lost.after,
    of,
  };
  return {
    cash: shareOfPart(cashCents, part),
    storeCredit: shareOfPart(creditCents, given),
    bonus: shareOfPart(bonusCents, given),
  };
}

/** Cash, store credit and bonus of an order that were returned so far, cents. */
export function refundedSoFar(order: PaidOrder): ReturnType<typeof refundValueOf> {
  const { refundedCents: after, lostCents, cashCents: of, paymentStatus } = order;
  if (after === 0 && paymentStatus !== 'refunded') return { cash: 0, storeCredit: 0, bonus: 0 };
  return refundValueOf(order, { before: undefined, after, of, lost: { before: 0, after: lostCents } });
}

export const sumOfAmounts = ({ cash, storeCredit, bonus }: ReturnType<typeof refundValueOf>): Cents =>
  cash + storeCredit + bonus;

/**
 * Suffix of a ledger key for one refund part: empty for the first part, else the cash refunded before it, cents.
 */
export const partKeySuffix = ({ before }: RefundPart): string => (before === undefined ? '' : `:${before}`);

/** Computes the part of an amount that belongs to the unrefunded part of an order. */
export function keptShare(share: number, { cashCents, refundedCents }: RefundedOrder): number {
  return refundedCents === 0 ? share : share - shareAt(share, refundedCents, cashCents);
}

function shareAt(share: number, cents: Cents, of: Cents): number {
  return cents === of ? share : Number((BigInt(share) * BigInt(cents)) / BigInt(of));
}

const versionRow = z.object({ version: z.number() });

/**
 * Announces the progress of a refund to the buyer, the panel and the order's post in `orders`. A refund of stranded
 * money is announced for all orders of the purchase, whose payment is locked.
 */
export async function appendRefundProgressEvent(
  tx: Tx,
  { orderId, paymentId }: { orderId: number | null; paymentId: number },
): Promise<void> {
  if (orderId !== null) return appendOrderUpdate(tx, orderId);
  const orders = await sql(tx).rows(
    idRow,
    `SELECT id FROM orders WHERE checkout_id = (SELECT checkout_id FROM payments WHERE id = $1) ORDER BY id FOR UPDATE`,
    [paymentId],
  );
  for (const { id } of orders) await appendOrderUpdate(tx, id);
}

async function appendOrderUpdate(tx: Tx, orderId: number): Promise<void> {
  const row = await sql(tx).first(
    versionRow,
    'UPDATE orders SET version = version + 1 WHERE id = $1 RETURNING version',
    [orderId],
  );
  if (!row) throw new Error(`Refund of order ${orderId}, which does not exist`);
  appendEvent(tx, {
    type: 'order.updated',
    aggregate: 'order',
    aggregateId: String(orderId),
    version: row.version,
  });
}
