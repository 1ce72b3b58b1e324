import { In } from 'typeorm';
import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';
import { lockUser, saveUser } from '../accounts/lock-user.js';
import { points } from '../ledger/accounts.js';
import { balanceOf } from '../ledger/ledger.js';
import { isOwned } from './reward-effects.js';
import { Reward } from './reward.entity.js';

/**
 * Ends the badge and the access that were bought with points which a lost dispute took below 0: the newest first, until
 * they are worth what is missing. Their points stay spent.
 */
export async function endRights(tx: Tx, userId: number, now: Date): Promise<void> {
  let missing = -(await balanceOf(tx, points(userId)));
  if (missing <= 0) return;
  const user = await lockUser(tx, userId);
  const rights = await tx.find(Reward, {
    where: { userId, key: In(['vip-badge', 'early-access']) },
    order: { id: 'DESC' },
  });
  for (const right of rights) {
    // Of several of one kind the newest is in force.
    if (missing <= 0 || !isOwned(user, right.key, now)) continue;
    missing -= right.pointsCost;
    if (right.key === 'vip-badge') {
      user.vipAt = null;
      // An account without a badge is due to lose the role.
      await sql(tx).run(
        'UPDATE role_grants SET next_try_at = $2, attempts = 0, done_at = NULL WHERE user_id = $1',
        [userId, now],
      );
    } else {
      user.earlyAccessUntil = null;
      await tx.update(Reward, { id: right.id }, { expiresAt: now });
    }
    await saveUser(tx, user);
  }
}
