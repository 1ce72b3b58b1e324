import type { DisputeReport } from '../payments/payment-provider.js';
import type { Dispute } from '../payments/payment.entity.js';

type KnownDispute = Pick<Dispute, 'providerRef' | 'state' | 'amountCents' | 'createdAt' | 'closedAt'>;
type Report = Pick<
  DisputeReport,
  'state' | 'disputeRef' | 'amountCents' | 'openedAt' | 'closedAt' | 'isMovement'
>;

/** The effect of a report on the disputes of its payment. */
export type Match<Row> =
  /** The report is not new; `row`, if given, takes its reference. */
  | { does: 'nothing'; row?: Row }
  /** The report opens or ends a dispute: `row`, or a new one. */
  | { does: 'change'; row?: Row }
  /** The report contradicts the end of `row`, so that staff are only alerted. */
  | { does: 'tell'; news: Contradiction; row: Row };

/**
 * came-back: money of a lost dispute was returned; lost-after-all: that of a won one was taken; taken-again: the bank
 * took money of a payment without an open dispute and names none.
 */
export type Contradiction = 'came-back' | 'lost-after-all' | 'taken-again';

/**
 * Finds the dispute of a payment, oldest first, that a report is about; without a reference, the known one. An end is
 * final, but money taken later counts as taken again; other contradictions cause an alert.
 */
export function matchDispute<Row extends KnownDispute>(
  disputes: readonly Row[],
  paymentRef: string,
  report: Report,
): Match<Row> {
  const named = disputes.find((one) => one.providerRef === report.disputeRef);
  const open = disputes.find((one) => one.state === 'open');
  if (report.isMovement) return matchMovement(disputesOfCase(disputes, paymentRef, report), report);
  if (report.disputeRef === paymentRef && disputes.length > 0) return matchNameless(disputes, open, report);
  // A case named after its lost money belongs to that money; after a won dispute it is a new one.
  const known = named ?? disputes.find((one) => one.providerRef === paymentRef && one.state !== 'won');
  if (!known) return { does: 'change' };
  if (report.state === 'open' || report.state === known.state) return { does: 'nothing', row: known };
  if (known.state === 'open') return { does: 'change', row: known };
  // The buyer appealed against the first decision.
  if (known.state === 'won' && isLaterEnd(report, known)) return { does: 'change', row: known };
  return { does: 'tell', news: known.state === 'lost' ? 'came-back' : 'lost-after-all', row: known };
}

/** Tells whether a report is about an end after the known one; providers' times are whole seconds. */
const isLaterEnd = ({ closedAt }: Report, known: KnownDispute): boolean =>
  closedAt !== undefined && known.closedAt !== null && closedAt >= known.closedAt;

/** Matches taken money without a named dispute: with the open dispute, or with one that ended later. */
function matchNameless<Row extends KnownDispute>(
  disputes: readonly Row[],
  open: Row | undefined,
  { openedAt }: Report,
): Match<Row> {
  const last = lastEnded(disputes);
  if (open || last?.state !== 'won' || !last.closedAt) return { does: 'nothing' };
  const isLater = openedAt !== undefined && openedAt > last.closedAt;
  return isLater ? { does: 'tell', news: 'taken-again', row: last } : { does: 'nothing' };
}

const lastEnded = <Row extends KnownDispute>(disputes: readonly Row[]): Row | undefined =>
  disputes.toSorted((a, b) => Number(a.closedAt) - Number(b.closedAt)).at(-1);

/**
 * Finds the disputes that a movement of money may belong to. A named case matches itself; an unknown case may be the
 * unnamed dispute, after its end only with the same amount. Without a case all match.
 */
function disputesOfCase<Row extends KnownDispute>(
  disputes: readonly Row[],
  paymentRef: string,
  { disputeRef, amountCents }: Report,
): readonly Row[] {
  if (disputeRef === paymentRef) return disputes;
  const named = disputes.filter(({ providerRef }) => providerRef === disputeRef);
  if (named.length > 0) return named;
  return disputes.filter(
    (one) => one.providerRef === paymentRef && (one.state === 'open' || one.amountCents === amountCents),
  );
}

/**
 * Matches a movement with a dispute. Its last movement decides, in whatever order the messages come; a dispute may
 * open again.
 */
function matchMovement<Row extends KnownDispute>(
  disputes: readonly Row[],
  { state, amountCents, openedAt, closedAt }: Report,
): Match<Row> {
  const at = openedAt ?? closedAt;
  const opened = disputes.filter((one) => one.state === 'open');
  const open = opened.find((one) => one.amountCents === amountCents) ?? opened[0];
  if (open) {
    // If it was taken again before the return was reported, reports about the time between change nothing.
    const isAgain = state === 'open' && at !== undefined && at > open.createdAt;
    const isEnd = state !== 'open' && (at === undefined || at >= open.createdAt);
    return { does: isAgain || isEnd ? 'change' : 'nothing', row: open };
  }
  const last = lastEnded(disputes);
  if (!last) return { does: 'change' };
  // Money without a date counts as taken anew; otherwise nobody would notice it.
  const isLater = at === undefined ? state === 'open' : last.closedAt !== null && at > last.closedAt;
  if (!isLater) return { does: 'nothing' };
  if (last.state !== 'lost') return { does: 'change', row: last };
  // The loss is booked as refunded already; only a return of the money is new.
  return state === 'open' ? { does: 'nothing' } : { does: 'tell', news: 'came-back', row: last };
}
