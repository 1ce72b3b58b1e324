import { REWARD_SHOP, type RewardCategory, type RewardKey } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { saveUser } from '../accounts/lock-user.js';
import type { User } from '../accounts/user.entity.js';
import { credit, reward as rewardAccount } from '../ledger/accounts.js';
import { book, type LedgerLine } from '../ledger/ledger.js';
import type { Reward } from './reward.entity.js';

/** Tells whether the account has what the reward would give: a badge for good, or access that is still in force. */
export function isOwned(user: User, key: RewardKey, now: Date): boolean {
  const { category } = REWARD_SHOP[key];
  if (category === 'badge') return user.vipAt !== null;
  return category === 'access' && user.earlyAccessUntil !== null && user.earlyAccessUntil > now;
}

/** Applies a reward that needs no checkout: credit, badge, access. Codes for the checkout do nothing here. */
export async function applyImmediately(tx: Tx, user: User, reward: Reward): Promise<void> {
  await EFFECTS[REWARD_SHOP[reward.key].category](tx, user, reward);
}

type Effect = (tx: Tx, user: User, reward: Reward) => Promise<void>;
const noEffect: Effect = () => Promise.resolve();

const EFFECTS: Record<RewardCategory, Effect> = {
  discount: noEffect,
  delivery: noEffect,
  credit: (tx, user, reward) =>
    bookUse(tx, reward, { account: credit(user.id), delta: REWARD_SHOP[reward.key].amount }),
  badge: async (tx, user, reward) => {
    user.vipAt = reward.redeemedAt;
    await saveUser(tx, user);
    await sql(tx).run(
      `INSERT INTO role_grants (user_id, next_try_at) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET next_try_at = $2, attempts = 0, done_at = NULL`,
      [user.id, reward.redeemedAt],
    );
    await bookUse(tx, reward);
  },
  // Not booked as used, so that it shows as active until it expires.
  access: async (tx, user, reward) => {
    user.earlyAccessUntil = reward.expiresAt;
    await saveUser(tx, user);
  },
};

async function bookUse(tx: Tx, { id }: Reward, ...gives: LedgerLine[]): Promise<void> {
  await book(tx, { idempotencyKey: `use:${id}`, reason: 'reward used', actor: 'shop' }, [
    { account: rewardAccount(id), delta: -1 },
    ...gives,
  ]);
}
