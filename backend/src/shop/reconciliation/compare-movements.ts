import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { MoneyMovement } from '../payments/payment-provider.js';
import type { PaymentMethod, Cents, MoneyDifference } from '@pax/contracts';

const movementRow = z.object({
  kind: z.enum(['payment', 'refund']),
  ref: z.string(),
  paymentRef: z.string(),
  amountCents: z.number(),
  currency: z.string(),
  at: z.date(),
  checkout: z.string(),
  session: z.string().nullable(),
});

const MOVEMENTS = `
  SELECT 'payment' AS kind, p.provider_ref AS ref, p.provider_ref AS "paymentRef", p.amount_cents AS "amountCents",
         p.currency, p.created_at AS at, c.ref AS checkout, c.provider_session_id AS session
    FROM payments p JOIN checkouts c ON c.id = p.checkout_id
   WHERE p.provider = $1 AND p.amount_cents > 0 AND (p.created_at >= $2 OR p.provider_ref = ANY($3))
  UNION ALL
  SELECT 'refund', r.provider_ref, p.provider_ref, sum(r.amount_cents), p.currency, min(r.done_at), c.ref,
         c.provider_session_id
    FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN checkouts c ON c.id = p.checkout_id
   WHERE p.provider = $1 AND r.state = 'done' AND (r.done_at >= $2 AND NOT r.by_hand OR r.provider_ref = ANY($4))
     AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = p.id AND d.provider_ref = r.provider_ref)
   GROUP BY r.provider_ref, p.id, c.id`;

/**
 * Reads a provider's payments and refunds that the shop stored since a time, and those that the provider listed.
 */
export async function readRecordedMovements(
  database: DataSource,
  provider: string,
  { since, listed }: { since: Date; listed: readonly MoneyMovement[] },
): Promise<RecordedMovement[]> {
  const refunds = listed.filter(({ kind }) => kind === 'refund').map(({ ref }) => ref);
  const payments = listed.map(({ paymentRef }) => paymentRef);
  return sql(database).rows(movementRow, MOVEMENTS, [provider, since, payments, refunds]);
}

const HOUR_MS = 3_600_000;
/** Time for which PayPal allows refunds and disputes, ms; older payments do not change. */
const MOVABLE_MS = 180 * 24 * HOUR_MS;
/**
 * Number of hourly turns over which older paid checkouts are spread, so that each is queried once in three days.
 */
export const TURNS = 72;

const sessionRow = z.object({ id: z.string() });

interface SessionFilter {
  method: PaymentMethod;
  now: Date;
  /** Time since which checkouts in any state are included. */
  placedSince: Date;
  /** Time since which older checkouts with a payment or refund are included. */
  movedSince: Date;
  /** Limit of sessions in each group, so that a busy week leaves room for older ones. */
  limit: number;
}

/**
 * Lists sessions that may have payments or refunds to compare: those of the newest checkouts, then paid ones of
 * half a year in turn, to find refunds that no message reported.
 */
export async function listSessionsToCheck(
  database: DataSource,
  { method, now, placedSince, movedSince, limit }: SessionFilter,
): Promise<string[]> {
  const turn = Math.floor(now.getTime() / HOUR_MS) % TURNS;
  const rows = await sql(database).rows(
    sessionRow,
    `(SELECT c.provider_session_id AS id FROM checkouts c
       WHERE c.method = $1 AND c.provider_session_id IS NOT NULL
         AND (c.created_at >= $2 OR c.id IN (
           SELECT p.checkout_id FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id
            WHERE p.created_at >= $3 OR r.done_at >= $3))
       ORDER BY c.id DESC LIMIT $4)
     UNION ALL
     (SELECT c.provider_session_id FROM checkouts c
       WHERE c.method = $1 AND c.provider_session_id IS NOT NULL AND c.id % ${TURNS} = $5
         AND c.created_at < $2 AND c.created_at >= $6
         AND EXISTS (SELECT 1 FROM payments p WHERE p.checkout_id = c.id)
       ORDER BY c.id DESC LIMIT $4)`,
    [method, placedSince, movedSince, limit, turn, new Date(now.getTime() - MOVABLE_MS)],
  );
  return [...new Set(rows.map(({ id }) => id))];
}

/** A payment or refund that the shop has stored. */
export interface RecordedMovement extends MoneyMovement {
  /** Reference of the checkout that the payment or refund belongs to. */
  checkout: string;
  /** The provider's session of that checkout. */
  session: string | null;
}

interface ComparisonBounds {
  /** Beginning of the provider's list; stored movements before this time may be missing there. */
  recordedSince: Date;
  /** Time after which movements may not have reached the other side yet. */
  settledUntil: Date;
  /** References of checkouts that were not queried or not answered, which do not count as differences. */
  unanswered?: ReadonlySet<string>;
}

export interface Comparison {
  /** Cents of all payments and refunds that either side knows, and of those on which both sides agree. */
  totalCents: Cents;
  matchedCents: Cents;
  oldestUnmatchedAt: Date | null;
  /** Number and cents of unmatched movements that may still be on their way. */
  underWay: { count: number; cents: Cents };
  differences: MoneyDifference[];
}

type ComparedSide = MoneyMovement | undefined;

/** Compares the payments and refunds that a provider listed with the stored ones, by reference. */
export function compareMovements(
  listed: readonly MoneyMovement[],
  recorded: readonly RecordedMovement[],
  { recordedSince, settledUntil, unanswered }: ComparisonBounds,
): Comparison {
  const ofShop = new Map(recorded.map((movement) => [movementKey(movement), movement]));
  const ofProvider = new Map(listed.map((movement) => [movementKey(movement), movement]));
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
    if (isEqualAmount(theirs, ours)) {
      result.matchedCents += cents;
      continue;
    }
    if (result.oldestUnmatchedAt === null || movement.at < result.oldestUnmatchedAt)
      result.oldestUnmatchedAt = movement.at;
    const isAnswered = ours === undefined || unanswered?.has(ours.checkout) !== true;
    if (movement.at > settledUntil) {
      result.underWay.count += 1;
      result.underWay.cents += cents;
    } else if (isAnswered) result.differences.push(toDifference(movement, theirs, ours));
  }
  return result;
}

const movementKey = ({ kind, ref }: MoneyMovement): string => `${kind} ${ref}`;

const isEqualAmount = (theirs: ComparedSide, ours: ComparedSide): boolean =>
  theirs !== undefined && theirs.amountCents === ours?.amountCents && theirs.currency === ours.currency;

function toDifference(
  { kind, ref, at, paymentRef }: MoneyMovement,
  theirs: ComparedSide,
  ours: RecordedMovement | undefined,
): MoneyDifference {
  return {
    kind,
    fault: !ours ? 'unrecorded' : !theirs ? 'missing' : 'amount',
    ref,
    paymentRef,
    checkout: ours?.checkout ?? theirs?.checkout ?? null,
    provider: theirs ? toAmount(theirs) : null,
    shop: ours ? toAmount(ours) : null,
    at: at.toISOString(),
  };
}

const toAmount = ({ amountCents, currency }: MoneyMovement) => ({ cents: amountCents, currency });
