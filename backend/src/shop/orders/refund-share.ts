import { fromDecimal, splitByWeight, type Cents, type PaymentStatus } from '@pax/contracts';
import { z } from 'zod';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';

/** The earnings of a referrer by a checkout. */
export interface Commission {
  referrerId: number;
  cents: Cents;
}

/** The parts of a settled checkout that are split. */
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
 * Splits cash, credit, bonus, points, commission and referral discount of a checkout over its lines by largest
 * remainder: no share is negative, a line's shares add up to its price, all lines' to the checkout.
 */
export function splitShares({ checkout, lines, points: earned, commission }: SplitInput) {
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
    fromDecimal(checkout.quote.discounts.referral),
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

/** The amounts by which the parts of an order's refund are counted. */
interface RefundedOrder {
  cashCents: Cents;
  /** Cash that went back so far. */
  refundedCents: Cents;
  /** The part of it that lost disputes took after the delivery. */
  lostCents: Cents;
  paymentStatus: PaymentStatus;
}

/** One refund of an order: how much of its cash had gone back before it, and has after it. */
export interface RefundPart {
  /** Undefined before the first part, which of an order without cash is the only one. */
  before: Cents | undefined;
  after: Cents;
  /** The order's cash. */
  of: Cents;
  /** Cash that lost disputes took of the delivered order, before this part and after it. */
  lost: { before: Cents; after: Cents };
}

/** A refund that is asked for. */
export interface RequestedPart {
  /** Cash; all that is left unless given. */
  cents?: Cents | undefined;
  /** A lost dispute takes it of a delivered order: store credit and bonus, which paid the goods too, stay used. */
  isLoss?: boolean | undefined;
}

/** Cash of an order that has not gone back yet. */
export const cashLeft = ({ cashCents, refundedCents }: RefundedOrder): Cents => cashCents - refundedCents;

/** The payment status of an order that stands, by what of it was refunded. */
export const paidOrPartlyRefunded = (order: RefundedOrder): 'paid' | 'partly_refunded' =>
  order.refundedCents === 0 ? 'paid' : 'partly_refunded';

/** The next refund of an order. */
export function nextRefundPart(
  order: RefundedOrder,
  { cents = cashLeft(order), isLoss }: RequestedPart = {},
): RefundPart {
  if (cents < 0 || cents > cashLeft(order)) throw new RangeError(`${cents} of ${cashLeft(order)} cents`);
  const before = order.refundedCents === 0 ? undefined : order.refundedCents;
  const lost = { before: order.lostCents, after: order.lostCents + (isLoss ? cents : 0) };
  return { before, after: order.refundedCents + cents, of: order.cashCents, lost };
}

/** Counts a refund of a locked order, which the caller saves. */
export function applyRefundPart(order: RefundedOrder, asked?: RequestedPart): RefundPart {
  const part = nextRefundPart(order, asked);
  order.refundedCents = part.after;
  order.lostCents = part.lost.after;
  order.paymentStatus = paymentStatusAfterRefund(order);
  return part;
}

/** A dispute stays to be seen while its money is out, and a lost one for good, whichever message came first. */
function paymentStatusAfterRefund(order: RefundedOrder): PaymentStatus {
  if (order.paymentStatus === 'lost') return 'lost';
  if (cashLeft(order) === 0) return 'refunded';
  return order.paymentStatus === 'disputed' ? 'disputed' : 'partly_refunded';
}

/**
 * Computes a part's amount of a share that was stored at settlement: in proportion to the cash, rounded down over all
 * parts so far, so that the last one takes exactly the rest.
 */
export function shareOfPart(share: number, { before, after, of }: Omit<RefundPart, 'lost'>): number {
  return shareAt(share, after, of) - (before === undefined ? 0 : shareAt(share, before, of));
}

/** The amounts that an order was paid with. */
interface PaidOrder extends RefundedOrder {
  creditCents: Cents;
  bonusCents: Cents;
}

/** Computes the amounts that a part gives back of all that an order was paid with, cents. */
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

/** Cash, store credit and bonus that went back of an order so far, cents. */
export function refundedSoFar(order: PaidOrder): ReturnType<typeof refundValueOf> {
  const { refundedCents: after, lostCents, cashCents: of, paymentStatus } = order;
  if (after === 0 && paymentStatus !== 'refunded') return { cash: 0, storeCredit: 0, bonus: 0 };
  return refundValueOf(order, { before: undefined, after, of, lost: { before: 0, after: lostCents } });
}

export const sumOfAmounts = ({ cash, storeCredit, bonus }: ReturnType<typeof refundValueOf>): Cents =>
  cash + storeCredit + bonus;

/** End of the key of a part's ledger entry: empty for the first part, else the cents that went back before it. */
export const partKeySuffix = ({ before }: RefundPart): string => (before === undefined ? '' : `:${before}`);

/** Computes the rest of a share of an order that was not refunded as a whole. */
export function keptShare(share: number, { cashCents, refundedCents }: RefundedOrder): number {
  return refundedCents === 0 ? share : share - shareAt(share, refundedCents, cashCents);
}

function shareAt(share: number, cents: Cents, of: Cents): number {
  return cents === of ? share : Number((BigInt(share) * BigInt(cents)) / BigInt(of));
}

const versionRow = z.object({ version: z.number() });

/**
 * Tells buyer, panel and the order's post that the refund of an order went a step on, of money without one those of its
 * whole purchase, which show it. Called with its payment locked.
 */
export async function appendRefundProgress(
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
