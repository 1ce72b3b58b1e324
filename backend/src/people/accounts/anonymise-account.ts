import { sql, type IdPage, readNextIds } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { nameSkeleton } from '../usernames/name-skeleton.js';
import { saveUser } from './user-row.js';
import type { User } from './user.entity.js';
import { usernameKey } from '../usernames/username-key.js';

/** The username of an erased account; reserved, so that nobody can take it. */
export const deletedUsernameOf = (userId: number): string => `deleted-${userId}`;

/** Finds the next accounts after an id that applied one of this account's referral codes. */
export const findReferredAccountIds = (tx: Tx, userId: number, page: IdPage): Promise<number[]> =>
  readNextIds(tx, 'SELECT id FROM users WHERE referred_by_user_id = $1', userId, page);

/** Removes a deleted account's referral codes from the accounts that applied them. */
export async function removeCodesFromFriends(tx: Tx, userId: number): Promise<void> {
  await sql(tx).run(
    'UPDATE users SET applied_referral_code = NULL WHERE referred_by_user_id = $1 AND applied_referral_code IS NOT NULL',
    [userId],
  );
}

/**
 * Removes all personal data and the block reason from a locked account; id, amounts, block and referrer stay.
 */
export async function anonymiseAccount(tx: Tx, user: User, now: Date): Promise<void> {
  const { id } = user;
  await sql(tx).run('DELETE FROM security_notices WHERE user_id = $1', [id]);
  await sql(tx).run('DELETE FROM block_reasons WHERE user_id = $1', [id]);
  await sql(tx).run('DELETE FROM known_staff WHERE user_id = $1', [id]);
  const username = deletedUsernameOf(id);
  Object.assign(user, {
    username,
    usernameKey: usernameKey(username),
    usernameSkeleton: nameSkeleton(username),
    passwordHash: null,
    discordId: null,
    discordLinkedAt: null,
    discordUsername: null,
    claimedDiscordId: null,
    minecraftName: null,
    namedInPurchases: false,
    referralCode: null,
    appliedReferralCode: null,
    vipAt: null,
    earlyAccessUntil: null,
    operatorSince: null,
    blockReason: null,
    secondStepOwed: false,
    deletedAt: user.deletedAt ?? now,
  });
  await saveUser(tx, user);
}
