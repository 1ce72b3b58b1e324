import { gameNameKey, type JoinRewardReason, JOIN_REWARD_COINS } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { FormerIdentities } from '../../people/accounts/former-identities.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { Order } from './order.entity.js';
import { recordTransition } from './change-order-status.js';

const ownRow = z.object({ own: z.boolean() });

/** A person who claims the join reward. */
export interface Claimant {
  userId: number;
  /** The person's Discord id, proven by Discord. */
  discordId: string;
  gameName: string | null;
}

const nameKey = (gameName: string | null): string | null => gameName && gameNameKey(gameName);

/**
 * Finds the reason why a person cannot claim the join reward. It is given once per account, Discord id and game
 * name, and claims of deleted accounts count.
 */
export async function findEarlierClaim(
  tx: Tx,
  departed: FormerIdentities,
  { userId, discordId, gameName }: Claimant,
): Promise<JoinRewardReason | undefined> {
  const rows = await sql(tx).rows(
    ownRow,
    `SELECT user_id = $1 OR discord_id = ANY($2) AS own FROM join_claims
      WHERE freed_at IS NULL AND (user_id = $1 OR discord_id = ANY($2) OR game_name_key = ANY($3))`,
    [
      userId,
      [discordId, ...departed.listIdentityHashes('discord', discordId)],
      gameName === null ? [] : [nameKey(gameName), ...departed.listIdentityHashes('game-name', gameName)],
    ],
  );
  if (rows.length === 0) return undefined;
  return rows.some(({ own }) => own) ? 'ALREADY_CLAIMED' : 'NAME_CLAIMED';
}

/**
 * Records the claim that an order fulfils.
 * @returns false if the account, Discord id or game name has claimed before
 */
export async function recordClaim(tx: Tx, orderId: number, claimant: Claimant): Promise<boolean> {
  const { userId, discordId, gameName } = claimant;
  return sql(tx).exists(
    `INSERT INTO join_claims (order_id, user_id, discord_id, game_name_key) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING order_id`,
    [orderId, userId, discordId, nameKey(gameName)],
  );
}

/** Deletes the claim of an order that staff cancelled, so that the person can claim the reward again. */
export async function freeClaim(tx: Tx, orderId: number, now: Date): Promise<void> {
  await sql(tx).run('UPDATE join_claims SET freed_at = $2 WHERE order_id = $1 AND freed_at IS NULL', [
    orderId,
    now,
  ]);
}

export interface NewJoinRewardOrder {
  userId: number;
  /** Id of the coin product that the order names. */
  productId: number;
  discordName: string | null;
  gameName: string | null;
  /** True if a blocked account ordered for the same game name. */
  blockedName: boolean;
  createdAt: Date;
  dueAt: Date;
}

/**
 * Creates the order of a join reward: free, without checkout or points, delivered like any other order. The caller
 * books its coins and then calls `appendJoinRewardPaid`.
 */
export async function createJoinRewardOrder(tx: Tx, join: NewJoinRewardOrder): Promise<Order> {
  const order = await tx.save(
    tx.create(Order, {
      checkoutId: null,
      lineNo: null,
      kind: 'join_reward',
      userId: join.userId,
      productId: join.productId,
      productName: 'Free coins',
      category: 'coins',
      discordUsername: join.discordName,
      minecraftName: join.gameName,
      blockedName: join.blockedName,
      quantity: 1,
      coins: JOIN_REWARD_COINS,
      totalCents: 0,
      earnings: 'pending',
      createdAt: join.createdAt,
      dueAt: join.dueAt,
    }),
  );
  await recordTransition(tx, order, null, `user:${join.userId}`);
  return order;
}

/** Appends the event of a join reward's order whose coins were booked. */
export async function appendJoinRewardPaid(tx: Tx, { id, version }: Order): Promise<void> {
  appendEvent(tx, { type: 'order.paid', aggregate: 'order', aggregateId: String(id), version });
}
