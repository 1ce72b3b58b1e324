import type { DisputeReport } from '../payments/payment-provider.js';
import type { Dispute } from '../payments/payment.entity.js';

type KnownDispute = Pick<Dispute, 'providerRef' | 'state' | 'amountCents' | 'createdAt' | 'closedAt'>;
type Report = Pick<
  DisputeReport,
  'state' | 'disputeRef' | 'amountCents' | 'openedAt' | 'closedAt' | 'isMovement'
>;

/** The meaning of a report for the disputes of its payment. */
export type Match<Row> =
  /** The report is nothing new; `row`, if given, takes the report's name. */
  | { does: 'nothing'; row?: Row }
  /** The report begins or ends a dispute: `row`, or one that was not known. */
  | { does: 'change'; row?: Row }
  /** The report contradicts how `row` ended, so that only people are told. */
  | { does: 'tell'; news: Contradiction; row: Row };

/**
 * came-back: the money of one that was given up; lost-after-all: that of one that was won; taken-again: the bank took
 * money of a payment whose disputes had ended, and names none.
 */
export type Contradiction = 'came-back' | 'lost-after-all' | 'taken-again';

/**
 * Finds which of a payment's disputes, oldest first, a report speaks of: without a name the known one. An
 * end is final, but money that is taken later is taken again; what else contradicts an end is told.
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
  // A case that is named after its money was given up is that money's; of one that was won it is another.
  const known = named ?? disputes.find((one) => one.providerRef === paymentRef && one.state !== 'won');
  if (!known) return { does: 'change' };
  if (report.state === 'open' || report.state === known.state) return { does: 'nothing', row: known };
  if (known.state === 'open') return { does: 'change', row: known };
  // The buyer appealed against the first decision.
  if (known.state === 'won' && isLaterEnd(report, known)) return { does: 'change', row: known };
  return { does: 'tell', news: known.state === 'lost' ? 'came-back' : 'lost-after-all', row: known };
}

/** Tells whether a report is of an end after the known one; times of providers are whole seconds. */
const isLaterEnd = ({ closedAt }: Report, known: KnownDispute): boolean =>
  closedAt !== undefined && known.closedAt !== null && closedAt >= known.closedAt;

/** Money was taken and no dispute is named: that of the open one, or of one that ended later than that. */
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
 * The disputes that a movement of money may be of. A case is its own; one that no name is known of is that of the first
 * case, once it has ended only of the same amount. Without a case it may be any.
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

/** The last movement of a dispute's money decides, in whatever order its messages come: it opens again. */
function matchMovement<Row extends KnownDispute>(
  disputes: readonly Row[],
  { state, amountCents, openedAt, closedAt }: Report,
): Match<Row> {
  const at = openedAt ?? closedAt;
  const opened = disputes.filter((one) => one.state === 'open');
  const open = opened.find((one) => one.amountCents === amountCents) ?? opened[0];
  if (open) {
    // Taken again before anybody told that it was back: what is told of the time between changes nothing any more.
    const isAgain = state === 'open' && at !== undefined && at > open.createdAt;
    const isEnd = state !== 'open' && (at === undefined || at >= open.createdAt);
    return { does: isAgain || isEnd ? 'change' : 'nothing', row: open };
  }
  const last = lastEnded(disputes);
  if (!last) return { does: 'change' };
  // Without a date money counts as taken anew, since nobody would hear of it otherwise.
  const isLater = at === undefined ? state === 'open' : last.closedAt !== null && at > last.closedAt;
  if (!isLater) return { does: 'nothing' };
  if (last.state !== 'lost') return { does: 'change', row: last };
  // The loss is booked as given back already; only money that is there after all is news.
  return state === 'open' ? { does: 'nothing' } : { does: 'tell', news: 'came-back', row: last };
}
