import { gameNameKey } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';
import type { User } from '../accounts/user.entity.js';

/** SQL: a game name as `gameNameKey` writes it; indexes of orders and checkouts have the same expression. */
const keyOf = (name: string): string =>
  String.raw`regexp_replace(lower(regexp_replace(btrim(${name}), '^\.', '')), ' +', '_', 'g')`;
/** SQL: an order `o` with a friend's discount was paid, and its money or goods stayed with its buyer. */
const IS_USED = `(o.status <> 'cancelled' AND (o.payment_status IN ('paid', 'partly_refunded', 'disputed')
  OR o.payment_status = 'lost' AND o.completed_at IS NOT NULL))`;
/** SQL: a checkout `c` has a friend's discount and can still be paid at that price. */
const IS_RESERVED = `c.holding AND (c.quote -> 'discounts' ->> 'referral')::numeric > 0`;

const takenRow = z.object({ taken: z.boolean() });

/**
 * Tells whether another account has the friend's discount for this game name: it was the first whose paid order had
 * it or, while there is no such order, has a checkout with it that waits for its payment.
 */
export async function isNameReferred(
  manager: EntityManager,
  gameName: string,
  userId: number,
): Promise<boolean> {
  // One statement, so that a checkout that is paid meanwhile is seen as one or the other.
  const row = await sql(manager).first(
    takenRow,
    `SELECT coalesce(
       (SELECT o.user_id <> $2 FROM orders o
         WHERE ${keyOf('o.minecraft_name')} = $1 AND o.referral_discount_cents > 0 AND ${IS_USED} ORDER BY o.id LIMIT 1),
       EXISTS (SELECT FROM checkouts c
         WHERE ${keyOf('c.game_name')} = $1 AND c.user_id <> $2 AND ${IS_RESERVED})) AS taken`,
    [gameNameKey(gameName), userId],
  );
  return row?.taken === true;
}

/**
 * Locks a game name before a buyer with a friend's code is given a price for it, so that of two buyers at once the
 * second sees what the first one got. Take it after users and checkouts, before balances.
 */
export async function lockReferredName(tx: Tx, buyer: User, gameName: string): Promise<void> {
  if (buyer.referredByUserId === null) return;
  await sql(tx).run('SELECT pg_advisory_xact_lock(hashtextextended($1, 22))', [gameNameKey(gameName)]);
}
