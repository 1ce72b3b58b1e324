import { gameNameKey } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { idRow } from '../../infra/database/row-schemas.js';
import { sql } from '../../infra/database/sql.js';

/** SQL: the game name of an order `o` as `gameNameKey` writes it; an index has the same expression. */
const NAME_KEY = String.raw`regexp_replace(lower(regexp_replace(btrim(o.minecraft_name), '^\.', '')), ' +', '_', 'g')`;
/** SQL: an order `o` with a friend's discount was paid, and its money or goods stayed with its buyer. */
const IS_USED = `(o.status <> 'cancelled' AND (o.payment_status IN ('paid', 'partly_refunded', 'disputed')
  OR o.payment_status = 'lost' AND o.completed_at IS NOT NULL))`;

/** Tells whether another account was the first to order with a friend's discount for this game name. */
export async function isNameReferred(
  manager: EntityManager,
  gameName: string,
  userId: number,
): Promise<boolean> {
  const first = await sql(manager).first(
    idRow,
    `SELECT o.user_id AS id FROM orders o
      WHERE ${NAME_KEY} = $1 AND o.referral_discount_cents > 0 AND ${IS_USED} ORDER BY o.id LIMIT 1`,
    [gameNameKey(gameName)],
  );
  return first !== undefined && first.id !== userId;
}
