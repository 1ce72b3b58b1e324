import type { Cents, MoneyDifference } from '@pax/contracts';
import type { MoneyMovement } from '../payment-provider.js';

/** A movement that the shop has stored. */
export interface RecordedMovement extends MoneyMovement {
  /** Reference of the checkout it belongs to. */
  checkout: string;
  /** The provider's session of that checkout. */
  session: string | null;
}

interface Bounds {
  /** Recorded movements before this may be missing at the provider, whose list begins somewhere. */
  recordedSince: Date;
  /** Movements after this may still be under way to the other side. */
  settledUntil: Date;
  /** Checkouts that the provider did not answer about, or was not asked: unmatched, and no difference. */
  unanswered?: ReadonlySet<string>;
}

export interface Comparison {
  /** Cents that moved by what either side knows, and those of them on which both agree. */
  totalCents: Cents;
  matchedCents: Cents;
  oldestUnmatchedAt: Date | null;
  /** Unmatched movements that may still be under way: their number and cents. */
  underWay: { count: number; cents: Cents };
  differences: MoneyDifference[];
}

type Side = MoneyMovement | undefined;

/** Compares what a provider says moved with what the shop stored, by reference. */
export function compareMovements(
  listed: readonly MoneyMovement[],
  recorded: readonly RecordedMovement[],
  { recordedSince, settledUntil, unanswered }: Bounds,
): Comparison {
  const ofShop = new Map(recorded.map((movement) => [keyOf(movement), movement]));
  const ofProvider = new Map(listed.map((movement) => [keyOf(movement), movement]));
  const result: Comparison = {
    totalCents: 0,
    matchedCents: 0,
    oldestUnmatchedAt: null,
    underWay: { count: 0, cents: 0 },
    differences: [],
  };
  for (const key of new Set([...ofProvider.keys(), ...ofShop.keys()])) {
    const [theirs, ours] = [ofProvider.get(key), ofShop.get(key)];
    const movement = theirs ?? ours;
    if (!movement || (!theirs && movement.at < recordedSince)) continue;
    const cents = Math.max(theirs?.amountCents ?? 0, ours?.amountCents ?? 0);
    result.totalCents += cents;
    if (agree(theirs, ours)) {
      result.matchedCents += cents;
      continue;
    }
    if (result.oldestUnmatchedAt === null || movement.at < result.oldestUnmatchedAt)
      result.oldestUnmatchedAt = movement.at;
    const isAnswered = ours === undefined || unanswered?.has(ours.checkout) !== true;
    if (movement.at > settledUntil) {
      result.underWay.count += 1;
      result.underWay.cents += cents;
    } else if (isAnswered) result.differences.push(differenceOf(movement, theirs, ours));
  }
  return result;
}

const keyOf = ({ kind, ref }: MoneyMovement): string => `${kind} ${ref}`;

const agree = (theirs: Side, ours: Side): boolean =>
  theirs !== undefined && theirs.amountCents === ours?.amountCents && theirs.currency === ours.currency;

function differenceOf(
  { kind, ref, at, paymentRef }: MoneyMovement,
  theirs: Side,
  ours: RecordedMovement | undefined,
): MoneyDifference {
  return {
    kind,
    fault: !ours ? 'unrecorded' : !theirs ? 'missing' : 'amount',
    ref,
    paymentRef,
    checkout: ours?.checkout ?? theirs?.checkout ?? null,
    provider: theirs ? amountOf(theirs) : null,
    shop: ours ? amountOf(ours) : null,
    at: at.toISOString(),
  };
}

const amountOf = ({ amountCents, currency }: MoneyMovement) => ({ cents: amountCents, currency });
