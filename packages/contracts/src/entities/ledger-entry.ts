import { z } from 'zod';
import { boundedString, id, instant, ref } from './fields.js';
import { rewardKey } from './reward.js';

/** Balances with a history: three of each account, each product's stock, and the coin pool. */
export const LEDGER_BALANCES = ['points', 'credit', 'bonus', 'stock', 'coins'] as const;
export type LedgerBalance = (typeof LEDGER_BALANCES)[number];

/** Reasons for a change of a balance. */
export const LEDGER_REASONS = [
  /** Points of a paid purchase. */
  'earned',
  /** Goods sold, or credit used to pay. */
  'purchase',
  /** An order was cancelled or refunded. */
  'refund',
  'reward',
  /** Store credit of a redeemed reward. */
  'reward_credit',
  'commission',
  'commission_back',
  'referral_bonus',
  'join_reward',
  /** Goods of a refunded order put back in stock. */
  'restock',
  /** Set by staff. */
  'adjusted',
  /** The remaining balance was removed when the account was deleted. */
  'account_deleted',
  'other',
] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];

/** Money as "-1.45"; points, pieces and coins as a whole number. */
const signedAmount = boundedString(24).regex(/^-?\d{1,16}(?:\.\d{2})?$/);

/** One booked change of a balance; holds of checkouts change no balance. */
export const ledgerEntry = z.object({
  id: z.number().int(),
  balance: z.enum(LEDGER_BALANCES),
  reason: z.enum(LEDGER_REASONS),
  amount: signedAmount,
  /** The balance after the change; a reversal can take it below 0. */
  after: signedAmount,
  checkout: ref.nullable(),
  orderId: id.nullable(),
  rewardKey: rewardKey.nullable(),
  createdAt: instant,
  /** The actor, for staff: `user:7` or `shop`. */
  actor: z.string().optional(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;
/** A page of the history of a balance. */
export const ledgerEntries = z.array(ledgerEntry);
