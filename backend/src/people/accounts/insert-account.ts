import { idRow } from '../../platform/database/row-schemas.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { newReferralCode } from './referral-code.js';
import { User } from './user.entity.js';
import { usernameKey } from '../usernames/username-key.js';
import { nameSkeleton } from '../usernames/name-skeleton.js';

export interface NewAccount {
  username: string;
  passwordHash?: string;
  claimedDiscordId?: string;
  /** Proven by Discord sign-in. */
  discordId?: string;
  discordUsername?: string;
}

export type InsertResult =
  | { user: User }
  /** The unique value that another account has. */
  | { taken: 'username' | 'discordId' };

/** A few tries suffice, because a random one of 36^6 codes is rarely taken. */
const TRIES = 5;

/** Inserts an account with a new referral code and appends the event; a taken value does not abort the transaction. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<InsertResult> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const rows = await sql(tx).rows(
      idRow,
      `INSERT INTO users (username, username_key, username_skeleton, password_hash, claimed_discord_id, discord_id, discord_linked_at,
                          discord_username, referral_code)
       VALUES ($1, $2, $8, $3, $4, $5::text, CASE WHEN $5::text IS NOT NULL THEN now() END, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
      [
        account.username,
        usernameKey(account.username),
        account.passwordHash ?? null,
        account.claimedDiscordId ?? null,
        account.discordId ?? null,
        account.discordUsername ?? null,
        newReferralCode(),
        nameSkeleton(account.username),
      ],
    );
    const id = rows[0]?.id;
    if (id !== undefined) {
      appendEvent(tx, {
        type: 'user.registered',
        aggregate: 'user',
        aggregateId: String(id),
        version: 1,
      });
      return { user: await tx.findOneByOrFail(User, { id }) };
    }
    if (account.discordId !== undefined && (await tx.existsBy(User, { discordId: account.discordId })))
      return { taken: 'discordId' };
    if (await tx.existsBy(User, { usernameKey: usernameKey(account.username) })) return { taken: 'username' };
  }
  throw new Error('No free referral code was found');
}
