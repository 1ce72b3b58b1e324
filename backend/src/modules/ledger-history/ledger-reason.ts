import type { LedgerReason } from '@pax/contracts';

/** What an idempotency key says: why, and of what. */
interface KeyMeaning {
  reason: LedgerReason;
  checkout?: string;
  orderId?: number;
  rewardId?: number;
}

type Subject = 'checkout' | 'orderId' | 'rewardId';

/** Beginnings of the ledger's keys, with what follows them up to the next colon. */
const MEANINGS: readonly (readonly [begin: string, reason: LedgerReason, subject?: Subject])[] = [
  ['earn:order:', 'earned', 'orderId'],
  // At payment, by an earlier version.
  ['earn:', 'earned', 'checkout'],
  ['sell:', 'purchase', 'checkout'],
  ['reverse:order:', 'refund', 'orderId'],
  ['reverse:commission:', 'commission_back', 'orderId'],
  ['commission:', 'commission', 'orderId'],
  ['redeem:', 'reward', 'rewardId'],
  ['use:', 'reward_credit', 'rewardId'],
  ['referral-bonus:', 'referral_bonus'],
  ['join-reward:', 'join_reward', 'orderId'],
  ['restock:', 'restock', 'orderId'],
  ['set:', 'adjusted'],
  ['delete-account:', 'account_deleted'],
];

/** Why an entry was booked, read from its idempotency key; `other` for keys that nobody named here. */
export function meaningOf(key: string): KeyMeaning {
  const found = MEANINGS.find(([begin]) => key.startsWith(begin));
  if (!found) return { reason: 'other' };
  const [begin, reason, subject] = found;
  const [name = ''] = key.slice(begin.length).split(':', 1);
  if (subject === undefined) return { reason };
  return { reason, [subject]: subject === 'checkout' ? name : Number(name) };
}
