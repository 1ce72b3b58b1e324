import { formatCentsAsDecimal, type MoneyDifference, type PaymentMethod } from '@pax/contracts';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { runTransaction, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { sql } from '../../platform/database/sql.js';
import type { MoneyMovement, MoneySource, Unanswered } from '../payments/payment-provider.js';
import {
  compareMovements,
  type Comparison,
  listSessionsToCheck,
  readRecordedMovements,
} from './compare-movements.js';

const DAY_MS = 24 * 60 * 60_000;
/** Age up to which stored payments and refunds are looked for at the provider, ms. */
const RECORDED_MS = DAY_MS;
/**
 * Age up to which the provider lists payments and refunds, ms; includes the three days in which messages are
 * repeated.
 */
const LISTED_MS = 4 * DAY_MS;
/** Time that a message may take before its payment counts as missing, ms. */
export const UNDER_WAY_MS = 15 * 60_000;
/** Limit of sessions queried at a provider that has no list, newest first; each costs a call. */
const MOST_SESSIONS = 2_000;
/** Limit of listed payments and refunds, so that a long list does not exhaust the memory. */
const MOST_MOVEMENTS = 50_000;
/** Limit of differences that one alert describes. */
const MAX_DESCRIBED = 10;

const LAST_DIFFERENCES = 'SELECT differences FROM reconciliations WHERE provider = $1';
const known = z.object({ differences: z.array(z.object({ kind: z.string(), ref: z.string() })) });

/** A payment at the provider for a checkout of the shop that the shop has not stored. */
type FoundPayment = MoneyMovement & { kind: 'payment'; checkout: string };
/** A refund at the provider of a payment of the shop that the shop has not stored. */
type FoundRefund = MoneyMovement & { kind: 'refund' };

/** Functions that book payments and refunds that the shop missed. */
interface Bookings {
  payment(found: FoundPayment): Promise<void>;
  refund(found: FoundRefund): Promise<void>;
}

/**
 * Compares a provider's list of payments and refunds with the stored ones, stores the result and alerts staff about
 * new differences.
 * @param bookings book missed movements before the comparison; without them nothing is booked
 * @returns undefined if the provider cannot be queried
 * @throws Error if the provider does not answer
 */
export async function reconcileMoney(
  database: DataSource,
  provider: MoneySource,
  now: Date,
  bookings?: Bookings,
): Promise<Comparison | undefined> {
  if (!provider.listMovements || !provider.isSetUp) return undefined;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const recordedSince = before(RECORDED_MS);
  const placedSince = before(LISTED_MS);
  let asked: ReadonlySet<string> | undefined;
  const sessionsOf = async (method: PaymentMethod): Promise<readonly string[]> => {
    const times = { now, placedSince, movedSince: recordedSince };
    const sessions = await listSessionsToCheck(database, { method, ...times, limit: MOST_SESSIONS });
    asked = new Set(sessions);
    return sessions;
  };
  const { listed, unanswered } = await collectAnswers(provider.listMovements(placedSince, sessionsOf));
  const compare = async (): Promise<Comparison> => {
    const recorded = await readRecordedMovements(database, provider.name, { since: recordedSince, listed });
    // Excludes checkouts beyond the hourly limit of sessions, whose payments are not missing.
    for (const { checkout, session } of recorded)
      if (asked && session !== null && !asked.has(session)) unanswered.add(checkout);
    const ours = listed.filter(isOfOwnPayment(listed, new Set(recorded.map(({ paymentRef }) => paymentRef))));
    return compareMovements(ours, recorded, {
      recordedSince,
      settledUntil: before(UNDER_WAY_MS),
      unanswered,
    });
  };
  const first = await compare();
  const found = bookings ? await bookUnrecorded(database, provider.name, { listed, first, bookings }) : 0;
  const comparison = found > 0 ? await compare() : first;
  await runTransaction(database, (tx) => storeComparison(tx, provider.name, comparison, now));
  return comparison;
}

async function collectAnswers(
  answers: AsyncIterable<MoneyMovement | Unanswered>,
): Promise<{ listed: MoneyMovement[]; unanswered: Set<string> }> {
  const listed: MoneyMovement[] = [];
  const unanswered = new Set<string>();
  for await (const answer of answers) {
    if (answer.kind === 'unanswered') unanswered.add(answer.checkout);
    else listed.push(answer);
    if (listed.length > MOST_MOVEMENTS)
      throw new Error(`the provider lists more than ${MOST_MOVEMENTS} movements`);
  }
  return { listed, unanswered };
}

interface UnrecordedInput {
  listed: readonly MoneyMovement[];
  first: Comparison;
  bookings: Bookings;
}

/**
 * Books missed payments, then missed refunds, which may belong to them.
 * @returns the number of missed movements
 */
async function bookUnrecorded(
  database: DataSource,
  provider: string,
  { listed, first, bookings }: UnrecordedInput,
): Promise<number> {
  const unheard = listed.filter(isUnrecorded(first));
  const payments = unheard.filter((one): one is FoundPayment => one.kind === 'payment' && !!one.checkout);
  // Skips refunds that could not be booked an hour ago: staff know about them, and each attempt would raise another
  // alert.
  const last = await sql(database).first(known, LAST_DIFFERENCES, [provider]);
  const refunds = unheard
    .filter((one): one is FoundRefund => one.kind === 'refund' && !isAmong(last?.differences, one))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const payment of payments) await bookings.payment(payment);
  for (const refund of refunds) await bookings.refund(refund);
  return payments.length + refunds.length;
}

/** Tells whether a payment or refund differs because the shop has not stored it. */
const isUnrecorded =
  ({ differences }: Comparison) =>
  (movement: MoneyMovement): boolean =>
    isAmong(
      differences.filter(({ fault }) => fault === 'unrecorded'),
      movement,
    );

const isAmong = (
  differences: readonly { kind: string; ref: string }[] = [],
  { kind, ref }: Pick<MoneyMovement, 'kind' | 'ref'>,
): boolean => differences.some((one) => one.kind === kind && one.ref === ref);

/** Tells whether a refund belongs to a payment of the shop, because the account at the provider may be shared. */
function isOfOwnPayment(
  listed: readonly MoneyMovement[],
  recordedPayments: ReadonlySet<string>,
): (movement: MoneyMovement) => boolean {
  const listedPayments = new Set(listed.filter(({ kind }) => kind === 'payment').map(({ ref }) => ref));
  return ({ paymentRef }) => listedPayments.has(paymentRef) || recordedPayments.has(paymentRef);
}

async function storeComparison(tx: Tx, provider: string, comparison: Comparison, now: Date): Promise<void> {
  const { totalCents, matchedCents, oldestUnmatchedAt, differences } = comparison;
  // Locks the provider's row first, so that a concurrent run sees which alerts were raised.
  await sql(tx).run('INSERT INTO reconciliations (provider) VALUES ($1) ON CONFLICT DO NOTHING', [provider]);
  const last = await sql(tx).first(known, `${LAST_DIFFERENCES} FOR UPDATE`, [provider]);
  await sql(tx).run(
    `UPDATE reconciliations SET checked_at = $2, total_cents = $3, matched_cents = $4, oldest_unmatched_at = $5,
            differences = $6 WHERE provider = $1`,
    [provider, now, totalCents, matchedCents, oldestUnmatchedAt, JSON.stringify(differences)],
  );
  const fresh = differences.filter((difference) => !isAmong(last?.differences, difference));
  if (fresh.length > 0)
    raiseAlert(tx, {
      kind: 'failure',
      title: 'Money does not match',
      detail: describeDifferences(provider, fresh),
    });
}

function describeDifferences(provider: string, differences: readonly MoneyDifference[]): string {
  const lines = differences
    .slice(0, MAX_DESCRIBED)
    .map((difference) => `${provider}: ${describeDifference(difference)}`);
  const more = differences.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more, see /api/admin/reconciliation`] : [])].join('\n');
}

const FAULTS: Readonly<Record<MoneyDifference['fault'], string>> = {
  unrecorded: 'is not known to the shop',
  missing: 'is not known to the provider',
  amount: 'has another amount',
};

/** Describes a difference in one line: payment or refund, checkout, time and both amounts. */
export function describeDifference(difference: MoneyDifference): string {
  const { kind, ref, paymentRef, checkout, fault, provider, shop, at } = difference;
  const of = kind === 'refund' ? ` of payment ${paymentRef}` : '';
  const whose = checkout === null ? '' : `, checkout ${checkout}`;
  return `${kind} ${ref}${of}${whose} ${FAULTS[fault]}: provider ${formatAmount(provider)}, shop ${formatAmount(shop)}, ${at}`;
}

const formatAmount = (side: MoneyDifference['provider']): string =>
  side === null ? 'none' : `${formatCentsAsDecimal(side.cents)} ${side.currency.toUpperCase()}`;
