import type { DisputeReport } from '../payments/payment-provider.js';
import type { Dispute } from '../payments/payment.entity.js';

type KnownDispute = Pick<Dispute, 'providerRef' | 'state' | 'amountCents' | 'createdAt' | 'closedAt'>;
type Report = Pick<
  DisputeReport,
  'state' | 'disputeRef' | 'amountCents' | 'disputedCents' | 'openedAt' | 'closedAt' | 'toldAt' | 'isMovement'
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
 * came-back: money of a lost one; other-return: less than an open one took; lost-after-all: that of a won one is gone;
 * other-amount: lost for another amount; taken-again: money that no open one names.
 */
export type Contradiction = 'came-back' | 'other-return' | 'lost-after-all' | 'other-amount' | 'taken-again';

/**
 * Finds the dispute of a payment, oldest first, that a report is about; without a reference, the one of its amount. An
 * end is final, but a later decision of the provider counts; other contradictions cause an alert.
 */
export function matchDispute<Row extends KnownDispute>(
  disputes: readonly Row[],
  paymentRef: string,
  report: Report,
): Match<Row> {
  const { disputeRef, disputedCents = report.amountCents } = report;
  const named = disputes.find((one) => one.providerRef === disputeRef);
  if (report.isMovement) return matchMovement(disputesOfCase(disputes, paymentRef, report), report);
  if (disputeRef === paymentRef) return matchNameless(disputes, named, report);
  // A case named after its lost money belongs to that money; of another amount, or after a won dispute, it is a new one.
  const unnamed = disputes.find(
    (one) => one.providerRef === paymentRef && one.state !== 'won' && one.amountCents === disputedCents,
  );
  const known = named ?? unnamed;
  return known ? matchKnown(known, report) : { does: 'change' };
}

function matchKnown<Row extends KnownDispute>(known: Row, report: Report): Match<Row> {
  const { state, amountCents, toldAt } = report;
  const isMore = amountCents > known.amountCents;
  if (known.state === 'open') return { does: state !== 'open' || isMore ? 'change' : 'nothing', row: known };
  if (state === 'open') {
    // The buyer appealed against the decision.
    const isAppeal = known.state === 'won' && isAfter(toldAt, known.closedAt);
    return { does: isAppeal ? 'change' : 'nothing', row: known };
  }
  if (known.state === 'lost' && state === 'lost') return matchLostAgain(known, report);
  if (known.state === state) return { does: 'nothing', row: known };
  if (known.state === 'won' && isLaterEnd(report, known)) return { does: 'change', row: known };
  return { does: 'tell', news: known.state === 'lost' ? 'came-back' : 'lost-after-all', row: known };
}

/** Matches the loss of a dispute that is lost: a later decision may give the buyer more, which is booked. */
function matchLostAgain<Row extends KnownDispute>(known: Row, report: Report): Match<Row> {
  const isMore = report.amountCents > known.amountCents;
  if (isMore && isLaterEnd(report, known)) return { does: 'change', row: known };
  const isLess = report.amountCents < known.amountCents && isAfter(report.closedAt, known.closedAt);
  return isMore || isLess
    ? { does: 'tell', news: 'other-amount', row: known }
    : { does: 'nothing', row: known };
}

const isAfter = (time: Date | undefined, other: Date | null): boolean =>
  time !== undefined && other !== null && time > other;

/** Tells whether a report is about an end after the known one; providers' times are whole seconds. */
const isLaterEnd = ({ closedAt }: Report, known: KnownDispute): boolean =>
  closedAt !== undefined && known.closedAt !== null && closedAt >= known.closedAt;

/**
 * Matches taken money without a named dispute: with the dispute of its amount that is open or ended later, else it is
 * another one. What may belong to a dispute that was lost in part is only told.
 */
function matchNameless<Row extends KnownDispute>(
  disputes: readonly Row[],
  named: Row | undefined,
  { amountCents, openedAt }: Report,
): Match<Row> {
  const same = disputes.filter((one) => one.amountCents === amountCents);
  if (same.some((one) => one.state === 'open')) return { does: 'nothing' };
  const last = lastEnded(same);
  if (last) {
    const isNew = last.state === 'won' && isAfter(openedAt, last.closedAt);
    return isNew ? { does: 'tell', news: 'taken-again', row: last } : { does: 'nothing' };
  }
  const lostInPart = disputes.find(
    (one) => one.state === 'lost' && one.amountCents < amountCents && !isAfter(openedAt, one.closedAt),
  );
  const doubtful = named ?? lostInPart;
  return doubtful ? { does: 'tell', news: 'taken-again', row: doubtful } : { does: 'change' };
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
  const exact = opened.find((one) => one.amountCents === amountCents);
  const open = exact ?? opened[0];
  if (open && state === 'open') {
    // If it was taken again before the return was reported, reports about the time between change nothing.
    const isAgain = amountCents >= open.amountCents && at !== undefined && at > open.createdAt;
    return { does: isAgain || amountCents > open.amountCents ? 'change' : 'nothing', row: open };
  }
  if (open) {
    if (at !== undefined && at < open.createdAt) return { does: 'nothing', row: open };
    // Money that is missing may be another one that was taken, so less money ends no dispute.
    const isAll = exact !== undefined || (opened.length === 1 && amountCents > open.amountCents);
    return isAll ? { does: 'change', row: open } : { does: 'tell', news: 'other-return', row: open };
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
