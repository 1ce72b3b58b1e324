import type { Cents, PaymentStatus } from '@pax/contracts';

/** What the parts of an order's refund are counted by. */
interface RefundedOrder {
  cashCents: Cents;
  /** Cash that went back so far. */
  refundedCents: Cents;
  paymentStatus: PaymentStatus;
}

/** One refund of an order: how much of its cash had gone back before it, and has after it. */
export interface RefundPart {
  /** Undefined before the first part, which of an order without cash is the only one. */
  before: Cents | undefined;
  after: Cents;
  /** The order's cash. */
  of: Cents;
}

/** Cash of an order that has not gone back yet. */
export const cashLeft = ({ cashCents, refundedCents }: RefundedOrder): Cents => cashCents - refundedCents;

/** The payment status of an order that stands, by what of it was refunded. */
export const keptPayment = (order: RefundedOrder): 'paid' | 'partly_refunded' =>
  order.refundedCents === 0 ? 'paid' : 'partly_refunded';

/** The next refund of an order. @param cents of its cash; all that is left unless given */
export function nextPart(order: RefundedOrder, cents: Cents = cashLeft(order)): RefundPart {
  if (cents < 0 || cents > cashLeft(order)) throw new RangeError(`${cents} of ${cashLeft(order)} cents`);
  const before = order.refundedCents === 0 ? undefined : order.refundedCents;
  return { before, after: order.refundedCents + cents, of: order.cashCents };
}

/** Counts a refund of a locked order, which the caller saves. @param cents all that is left unless given */
export function countPart(order: RefundedOrder, cents?: Cents): RefundPart {
  const part = nextPart(order, cents);
  order.refundedCents = part.after;
  order.paymentStatus = paymentAfterRefund(order);
  return part;
}

/** A dispute stays to be seen while its money is out, and a lost one for good, whichever message came first (OWN-484). */
function paymentAfterRefund(order: RefundedOrder): PaymentStatus {
  if (order.paymentStatus === 'lost') return 'lost';
  if (cashLeft(order) === 0) return 'refunded';
  return order.paymentStatus === 'disputed' ? 'disputed' : 'partly_refunded';
}

/**
 * What a part takes of a share that was stored at settlement: in proportion to the cash, rounded down over all parts
 * so far, so that the last one takes exactly what is left (OWN-483).
 */
export function partOf(share: number, { before, after, of }: RefundPart): number {
  return shareAt(share, after, of) - (before === undefined ? 0 : shareAt(share, before, of));
}

/** What an order was paid with. */
interface PaidOrder extends RefundedOrder {
  creditCents: Cents;
  bonusCents: Cents;
}

/** What a part gives back of all that an order was paid with, cents. */
export const valueOf = ({ cashCents, creditCents, bonusCents }: PaidOrder, part: RefundPart) => ({
  cash: partOf(cashCents, part),
  storeCredit: partOf(creditCents, part),
  bonus: partOf(bonusCents, part),
});

/** What went back of an order so far, store credit and bonus included. */
export function valueBack(order: PaidOrder): Cents {
  const { refundedCents: after, cashCents: of, paymentStatus } = order;
  if (after === 0 && paymentStatus !== 'refunded') return 0;
  return sumOf(valueOf(order, { before: undefined, after, of }));
}

export const sumOf = ({ cash, storeCredit, bonus }: ReturnType<typeof valueOf>): Cents =>
  cash + storeCredit + bonus;

/** End of the key of a part's ledger entry: empty for the first part, else the cents that went back before it. */
export const partName = ({ before }: RefundPart): string => (before === undefined ? '' : `:${before}`);

/** What is left of a share of an order that was not refunded as a whole. */
export function keptShare(share: number, { cashCents, refundedCents }: RefundedOrder): number {
  return refundedCents === 0 ? share : share - shareAt(share, refundedCents, cashCents);
}

function shareAt(share: number, cents: Cents, of: Cents): number {
  return cents === of ? share : Number((BigInt(share) * BigInt(cents)) / BigInt(of));
}
