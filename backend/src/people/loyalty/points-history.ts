import { REWARD_SHOP, type LoyaltyTransaction, REWARD_KEYS } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { countRow, sql } from '../../platform/database/sql.js';
import { pointsAccount } from '../ledger/accounts.js';

interface PageRange {
  /** Id of an entry: only older entries are read; null for the newest. */
  before: number | null;
  limit: number;
}

const pointsRow = z.object({
  id: z.number(),
  delta: z.number(),
  key: z.string(),
  reason: z.string(),
  created_at: z.date(),
  reward_key: z.enum(REWARD_KEYS).nullable(),
  /**
   * Name of the order's product, or of the first product of a checkout that was booked at payment, and the
   * number of its products.
   */
  bought: z.string().nullable(),
  lines: z.number().nullable(),
});
type PointsEntryRow = z.infer<typeof pointsRow>;

/** Counts the journal entries on an account's points. */
export async function countPointsEntries(manager: EntityManager, userId: number): Promise<number> {
  const [row] = await sql(manager).rows(
    countRow,
    'SELECT count(*)::int AS n FROM ledger_lines WHERE account = $1',
    [pointsAccount(userId)],
  );
  return row?.n ?? 0;
}

/** Reads the entries on an account's points, newest first, each with its description. */
export async function readPointsHistory(
  manager: EntityManager,
  userId: number,
  { before, limit }: PageRange,
): Promise<LoyaltyTransaction[]> {
  const rows = await sql(manager).rows(
    pointsRow,
    `SELECT e.id, e.delta, e.idempotency_key AS key, j.reason, j.created_at, r.key AS reward_key,
            coalesce(o.product_name, c.quote->'lines'->0->>'name') AS bought, jsonb_array_length(c.quote->'lines') AS lines
       FROM ledger_lines e
       JOIN ledger_journal j USING (idempotency_key)
       LEFT JOIN rewards r ON r.id = CASE WHEN e.idempotency_key LIKE 'redeem:%' THEN substr(e.idempotency_key, 8)::int END
       LEFT JOIN checkouts c ON c.ref = CASE WHEN e.idempotency_key LIKE 'earn:%' THEN substr(e.idempotency_key, 6) END
       LEFT JOIN orders o ON o.id = CASE WHEN e.idempotency_key LIKE 'earn:order:%' THEN substr(e.idempotency_key, 12)::int END
      WHERE e.account = $1 AND ($2::bigint IS NULL OR e.id < $2)
      ORDER BY e.id DESC LIMIT $3`,
    [pointsAccount(userId), before, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    points: row.delta,
    type: row.delta < 0 ? 'spent' : 'earned',
    ...describePointsEntry(row),
    createdAt: row.created_at.toISOString(),
  }));
}

function describePointsEntry({
  key,
  reason,
  reward_key: rewardKey,
  bought,
  lines,
}: PointsEntryRow): Pick<
  LoyaltyTransaction,
  'description' | 'kind' | 'rewardKey' | 'product' | 'moreProducts' | 'orderId'
> {
  const nothing = { rewardKey: null, product: null, moreProducts: 0, orderId: null };
  if (rewardKey) {
    const description = `Redeemed: ${REWARD_SHOP[rewardKey].name}`;
    return { ...nothing, kind: 'reward', description, rewardKey };
  }
  const order = /^reverse:order:(\d+)(?::\d+)?$/.exec(key)?.[1];
  if (order !== undefined)
    return {
      ...nothing,
      kind: 'reversal',
      description: `Order #${order} taken back`,
      orderId: Number(order),
    };
  if (bought !== null) {
    const moreProducts = lines === null ? 0 : lines - 1;
    const more = moreProducts > 0 ? ` and ${moreProducts} more` : '';
    const description = `Purchase: ${bought}${more}`;
    return { ...nothing, kind: 'purchase', description, product: bought, moreProducts };
  }
  return { ...nothing, kind: 'other', description: reason };
}
