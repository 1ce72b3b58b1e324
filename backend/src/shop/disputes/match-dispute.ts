import type { Cents } from '@pax/contracts';
import type { DisputeReport } from '../payments/payment-provider.js';
import type { Dispute, Payment } from '../payments/payment.entity.js';

type KnownDispute = Pick<Dispute, 'providerRef' | 'state' | 'amountCents' | 'createdAt' | 'closedAt'>;
type MatchedReport = Pick<
  DisputeReport,
  'state' | 'disputeRef' | 'amountCents' | 'disputedCents' | 'openedAt' | 'closedAt' | 'toldAt' | 'isMovement'
>;

/** The effect of a report on the known disputes of its payment. */
export type DisputeMatch<Row> =
  /** The report says nothing new; `row`, if given, takes the report's reference. */
  | { does: 'nothing'; row?: Row }
  /** The report opens or ends a dispute: the given `row`, or a new one. */
  | { does: 'change'; row?: Row }
  /** The report contradicts the end of `row`, so that staff are alerted and nothing is changed. */
  | { does: 'tell'; news: Contradiction; row: Row };

/**
 * Contradictions. came-back: money of a lost one; other-return: less than an open one took; lost-after-all: that of a
 * won one is gone; other-amount: lost for another amount; taken-again: money that no open dispute names.
 */
export type Contradiction = 'came-back' | 'other-return' | 'lost-after-all' | 'other-amount' | 'taken-again';

/**
 * Finds the dispute of a payment that a report is about: by reference, else by amount, the oldest first. An end is
 * final, except that a provider's later decision counts; other contradictions raise an alert.
 */
export function matchDispute<Row extends KnownDispute>(
  disputes: readonly Row[],
  { providerRef: paymentRef, amountCents: paidCents }: Pick<Payment, 'providerRef' | 'amountCents'>,
  report: MatchedReport,
): DisputeMatch<Row> {
  const { disputeRef, disputedCents = report.amountCents } = report;
  const named = disputes.find((one) => one.providerRef === disputeRef);
  if (report.isMovement)
    return matchMovement(
      disputesOfCase(disputes, paymentRef, report),
      report,
      paidCents - lostCents(disputes),
    );
  if (disputeRef === paymentRef) return matchNameless(disputes, named, report);
  // A case that was named only later belongs to the dispute with the same amount, unless that dispute was won;
  // otherwise it is a new one.
  const unnamed = disputes.find(
    (one) => one.providerRef === paymentRef && one.state !== 'won' && one.amountCents === disputedCents,
  );
  const known = named ?? unnamed;
  return known ? matchKnown(known, report) : { does: 'change' };
}

function matchKnown<Row extends KnownDispute>(known: Row, report: MatchedReport): DisputeMatch<Row> {
  const { state, amountCents, toldAt } = report;
  const isMore = amountCents > known.amountCents;
  if (known.state === 'open') return { does: state !== 'open' || isMore ? 'change' : 'nothing', row: known };
  if (state === 'open') {
    // Detects an appeal: the buyer disputes again after the shop had won.
    const isAppeal = known.state === 'won' && isTimeAfter(toldAt, known.closedAt);
    return { does: isAppeal ? 'change' : 'nothing', row: known };
  }
  if (known.state === 'lost' && state === 'lost') return matchLostAgain(known, report);
  if (known.state === state) return { does: 'nothing', row: known };
  if (known.state === 'won' && isLaterEnd(report, known)) return { does: 'change', row: known };
  return { does: 'tell', news: known.state === 'lost' ? 'came-back' : 'lost-after-all', row: known };
}

/**
 * Matches another report that a lost dispute is lost: a later decision may give the buyer more money, which is
 * booked.
 */
function matchLostAgain<Row extends KnownDispute>(known: Row, report: MatchedReport): DisputeMatch<Row> {
  const isMore = report.amountCents > known.amountCents;
  if (isMore && isLaterEnd(report, known)) return { does: 'change', row: known };
  const isLess = report.amountCents < known.amountCents && isTimeAfter(report.closedAt, known.closedAt);
  return isMore || isLess
    ? { does: 'tell', news: 'other-amount', row: known }
    : { does: 'nothing', row: known };
}

const isTimeAfter = (time: Date | undefined, other: Date | null): boolean =>
  time !== undefined && other !== null && time > other;

/** Tells whether a report is about an end after the known one; providers report times in whole seconds. */
const isLaterEnd = ({ closedAt }: MatchedReport, known: KnownDispute): boolean =>
  closedAt !== undefined && known.closedAt !== null && closedAt >= known.closedAt;

/**
 * Matches a report of taken money that names no dispute: with a dispute of the same amount that is open or ended
 * later, else with a new one. If the money may belong to a partly lost dispute, staff are only alerted.
 */
function matchNameless<Row extends KnownDispute>(
  disputes: readonly Row[],
  named: Row | undefined,
  { amountCents, openedAt }: MatchedReport,
): DisputeMatch<Row> {
  const same = disputes.filter((one) => one.amountCents === amountCents);
  if (same.some((one) => one.state === 'open')) return { does: 'nothing' };
  const last = findLastEnded(same);
  if (last) {
    const isNew = last.state === 'won' && isTimeAfter(openedAt, last.closedAt);
    return isNew ? { does: 'tell', news: 'taken-again', row: last } : { does: 'nothing' };
  }
  const lostInPart = disputes.find(
    (one) => one.state === 'lost' && one.amountCents < amountCents && !isTimeAfter(openedAt, one.closedAt),
  );
  const doubtful = named ?? lostInPart;
  return doubtful ? { does: 'tell', news: 'taken-again', row: doubtful } : { does: 'change' };
}

const findLastEnded = <Row extends KnownDispute>(disputes: readonly Row[]): Row | undefined =>
  disputes.toSorted((a, b) => Number(a.closedAt) - Number(b.closedAt)).at(-1);

/**
 * Finds the disputes that moved money may belong to: the named case, or for an unknown case a dispute without a
 * name (after its end only with the same amount). Without a case all may match.
 */
function disputesOfCase<Row extends KnownDispute>(
  disputes: readonly Row[],
  paymentRef: string,
  { disputeRef, amountCents }: MatchedReport,
): readonly Row[] {
  if (disputeRef === paymentRef) return disputes;
  const named = disputes.filter(({ providerRef }) => providerRef === disputeRef);
  if (named.length > 0) return named;
  return disputes.filter(
    (one) => one.providerRef === paymentRef && (one.state === 'open' || one.amountCents === amountCents),
  );
}

/** Adds up the cents of the lost disputes. */
const lostCents = (disputes: readonly KnownDispute[]): Cents =>
  disputes.reduce((sum, { state, amountCents }) => sum + (state === 'lost' ? amountCents : 0), 0);

/**
 * Matches moved money with a dispute. The latest movement decides, in whatever order messages come; a dispute may
 * open again.
 * @param leftCents the part of the payment that no dispute has lost
 */
function matchMovement<Row extends KnownDispute>(
  disputes: readonly Row[],
  { state, amountCents, openedAt, closedAt }: MatchedReport,
  leftCents: Cents,
): DisputeMatch<Row> {
  const at = openedAt ?? closedAt;
  const opened = disputes.filter((one) => one.state === 'open');
  const exact = opened.find((one) => one.amountCents === amountCents);
  const open = exact ?? opened[0];
  if (open && state === 'open') {
    // Moves the beginning if the money was taken again before its return was reported, so that reports about the
    // time between change nothing.
    const isAgain = amountCents >= open.amountCents && at !== undefined && at > open.createdAt;
    return { does: isAgain || amountCents > open.amountCents ? 'change' : 'nothing', row: open };
  }
  if (open) {
    if (at !== undefined && at < open.createdAt) return { does: 'nothing', row: open };
    // Ends no dispute by a smaller return, because the missing part may be other money that was taken.
    const isAll = exact !== undefined || (opened.length === 1 && amountCents > open.amountCents);
    return isAll ? { does: 'change', row: open } : { does: 'tell', news: 'other-return', row: open };
  }
  const last = findLastEnded(disputes);
  if (!last) return { does: 'change' };
  // Treats money without a date as taken anew, because otherwise nobody would notice it.
  const isLater = at === undefined ? state === 'open' : last.closedAt !== null && at > last.closedAt;
  if (!isLater) return { does: 'nothing' };
  if (last.state !== 'lost') return { does: 'change', row: last };
  if (state === 'won') return { does: 'tell', news: 'came-back', row: last };
  // Ignores another report of the loss; money that the loss left may have been taken by another complaint.
  return amountCents > leftCents ? { does: 'nothing' } : { does: 'tell', news: 'taken-again', row: last };
}
