import type { EntityManager } from 'typeorm';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

/**
 * SQL: pairs of accounts, `d.user_id` and `o.user_id`, that had the same Discord account and so belong to one
 * person.
 */
const SAME_PERSON = `departed_identities d JOIN departed_identities o ON o.kind = d.kind AND o.hash = d.hash AND o.kind = 'discord'`;

/**
 * Tells whether a buyer profits from a referral code of their own: the same person owns the referrer's account, or
 * one that referred the referrer, directly or through friends.
 */
export function usesOwnReferralCode(manager: EntityManager, buyerId: number): Promise<boolean> {
  return sql(manager).exists(
    `WITH RECURSIVE line AS (
       SELECT referred_by_user_id AS id FROM users WHERE id = $1
       UNION SELECT u.referred_by_user_id FROM line JOIN users u ON u.id = line.id
     ) SELECT 1 FROM line WHERE id = $1 OR EXISTS (
         SELECT FROM ${SAME_PERSON} WHERE d.user_id = line.id AND o.user_id = $1) LIMIT 1`,
    [buyerId],
  );
}

/**
 * Tells whether the user, through any account of the same person, referred the referrer, directly or through
 * friends.
 */
export function wasReferredBy(tx: Tx, referrerId: number, userId: number): Promise<boolean> {
  return sql(tx).exists(
    `WITH RECURSIVE line AS (
       SELECT $1::int AS id
       UNION SELECT next.id FROM line, LATERAL (
         SELECT referred_by_user_id AS id FROM users WHERE id = line.id
         UNION ALL SELECT o.user_id FROM ${SAME_PERSON} WHERE d.user_id = line.id) next
     ) SELECT 1 FROM line WHERE id = $2 LIMIT 1`,
    [referrerId, userId],
  );
}
