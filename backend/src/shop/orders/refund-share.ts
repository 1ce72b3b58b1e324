import type { Cents, PaymentStatus } from '@pax/contracts';

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
export interface PartAsked {
  /** Cash; all that is left unless given. */
  cents?: Cents | undefined;
  /** A lost dispute takes it of a delivered order: store credit and bonus, which paid the goods too, stay used. */
  isLoss?: boolean | undefined;
}

/** Cash of an order that has not gone back yet. */
export const cashLeft = ({ cashCents, refundedCents }: RefundedOrder): Cents => cashCents - refundedCents;

/** The payment status of an order that stands, by what of it was refunded. */
export const keptPayment = (order: RefundedOrder): 'paid' | 'partly_refunded' =>
  order.refundedCents === 0 ? 'paid' : 'partly_refunded';

/** The next refund of an order. */
export function nextPart(
  order: RefundedOrder,
  { cents = cashLeft(order), isLoss }: PartAsked = {},
): RefundPart {
  if (cents < 0 || cents > cashLeft(order)) throw new RangeError(`${cents} of ${cashLeft(order)} cents`);
  const before = order.refundedCents === 0 ? undefined : order.refundedCents;
  const lost = { before: order.lostCents, after: order.lostCents + (isLoss ? cents : 0) };
  return { before, after: order.refundedCents + cents, of: order.cashCents, lost };
}

/** Counts a refund of a locked order, which the caller saves. */
export function countPart(order: RefundedOrder, asked?: PartAsked): RefundPart {
  const part = nextPart(order, asked);
  order.refundedCents = part.after;
  order.lostCents = part.lost.after;
  order.paymentStatus = paymentAfterRefund(order);
  return part;
}

/** A dispute stays to be seen while its money is out, and a lost one for good, whichever message came first. */
function paymentAfterRefund(order: RefundedOrder): PaymentStatus {
  if (order.paymentStatus === 'lost') return 'lost';
  if (cashLeft(order) === 0) return 'refunded';
  return order.paymentStatus === 'disputed' ? 'disputed' : 'partly_refunded';
}

/**
 * Computes a part's amount of a share that was stored at settlement: in proportion to the cash, rounded down over all
 * parts so far, so that the last one takes exactly the rest.
 */
export function partOf(share: number, { before, after, of }: Omit<RefundPart, 'lost'>): number {
  return shareAt(share, after, of) - (before === undefined ? 0 : shareAt(share, before, of));
}

/** The amounts that an order was paid with. */
interface PaidOrder extends RefundedOrder {
  creditCents: Cents;
  bonusCents: Cents;
}

/** Computes the amounts that a part gives back of all that an order was paid with, cents. */
export function valueOf({ cashCents, creditCents, bonusCents }: PaidOrder, part: RefundPart) {
  const { before, after, of, lost } = part;
  const given = {
    before: before === undefined ? undefined : before - lost.before,
    after: after - lost.after,
    of,
  };
  return {
    cash: partOf(cashCents, part),
    storeCredit: partOf(creditCents, given),
    bonus: partOf(bonusCents, given),
  };
}

/** Cash, store credit and bonus that went back of an order so far, cents. */
export function backOf(order: PaidOrder): ReturnType<typeof valueOf> {
  const { refundedCents: after, lostCents, cashCents: of, paymentStatus } = order;
  if (after === 0 && paymentStatus !== 'refunded') return { cash: 0, storeCredit: 0, bonus: 0 };
  return valueOf(order, { before: undefined, after, of, lost: { before: 0, after: lostCents } });
}

export const sumOf = ({ cash, storeCredit, bonus }: ReturnType<typeof valueOf>): Cents =>
  cash + storeCredit + bonus;

/** End of the key of a part's ledger entry: empty for the first part, else the cents that went back before it. */
export const partName = ({ before }: RefundPart): string => (before === undefined ? '' : `:${before}`);

/** Computes the rest of a share of an order that was not refunded as a whole. */
export function keptShare(share: number, { cashCents, refundedCents }: RefundedOrder): number {
  return refundedCents === 0 ? share : share - shareAt(share, refundedCents, cashCents);
}

function shareAt(share: number, cents: Cents, of: Cents): number {
  return cents === of ? share : Number((BigInt(share) * BigInt(cents)) / BigInt(of));
}
