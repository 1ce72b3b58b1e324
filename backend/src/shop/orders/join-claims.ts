import { gameNameKey, type JoinRewardReason } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { DepartedPeople } from '../../people/accounts/departed-people.js';

const ownRow = z.object({ own: z.boolean() });

/** A person who claims the join reward. */
export interface Claimant {
  userId: number;
  /** Proven by Discord. */
  discordId: string;
  gameName: string | null;
}

const nameKey = (gameName: string | null): string | null => gameName && gameNameKey(gameName);

/** Reason why a person cannot claim again: once per account, Discord id and game name, deleted accounts too. */
export async function claimedBefore(
  tx: Tx,
  departed: DepartedPeople,
  { userId, discordId, gameName }: Claimant,
): Promise<JoinRewardReason | undefined> {
  const rows = await sql(tx).rows(
    ownRow,
    `SELECT user_id = $1 OR discord_id = ANY($2) AS own FROM join_claims
      WHERE freed_at IS NULL AND (user_id = $1 OR discord_id = ANY($2) OR game_name_key = ANY($3))`,
    [
      userId,
      [discordId, ...departed.hashes('discord', discordId)],
      gameName === null ? [] : [nameKey(gameName), ...departed.hashes('game-name', gameName)],
    ],
  );
  if (rows.length === 0) return undefined;
  return rows.some(({ own }) => own) ? 'ALREADY_CLAIMED' : 'NAME_CLAIMED';
}

/** Writes the claim of an order. @returns false when account, Discord id or game name has one already */
export async function writeClaim(tx: Tx, orderId: number, claimant: Claimant): Promise<boolean> {
  const { userId, discordId, gameName } = claimant;
  return sql(tx).exists(
    `INSERT INTO join_claims (order_id, user_id, discord_id, game_name_key) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING order_id`,
    [orderId, userId, discordId, nameKey(gameName)],
  );
}

/** Frees the claim of an order that staff cancelled; the coins go back with the order. */
export async function freeClaim(tx: Tx, orderId: number, now: Date): Promise<void> {
  await sql(tx).run('UPDATE join_claims SET freed_at = $2 WHERE order_id = $1 AND freed_at IS NULL', [
    orderId,
    now,
  ]);
}
