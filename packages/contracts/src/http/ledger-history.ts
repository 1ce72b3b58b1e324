import { z } from 'zod';
import { boundedString, id, instant, ref } from '../entities/fields.js';
import { rewardKey } from '../entities/reward.js';

/** Whose history can be read: three of an account, the pieces of a product, the coin pool. */
export const LEDGER_BALANCES = ['points', 'credit', 'bonus', 'stock', 'coins'] as const;
export type LedgerBalance = (typeof LEDGER_BALANCES)[number];

/** Why a balance changed. */
export const LEDGER_REASONS = [
  /** Points of a paid purchase. */
  'earned',
  /** Sold, or used to pay. */
  'purchase',
  /** An order was cancelled or refunded. */
  'refund',
  'reward',
  /** Credit that a reward brought. */
  'reward_credit',
  'commission',
  'commission_back',
  'referral_bonus',
  'join_reward',
  /** Goods of a refunded order that are back. */
  'restock',
  /** Set by staff. */
  'adjusted',
  /** What was left when the account was deleted. */
  'account_deleted',
  'other',
] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];

/** Money as "-1.45"; points, pieces and coins as a whole number. */
const signedAmount = boundedString(24).regex(/^-?\d{1,16}(?:\.\d{2})?$/);

/** One booked change of a balance. What a checkout sets aside and gives back changes none. */
export const ledgerEntry = z.object({
  id: z.number().int(),
  balance: z.enum(LEDGER_BALANCES),
  reason: z.enum(LEDGER_REASONS),
  amount: signedAmount,
  /** The balance after it, below 0 too where a reversal took it there. */
  after: signedAmount,
  checkout: ref.nullable(),
  orderId: id.nullable(),
  rewardKey: rewardKey.nullable(),
  createdAt: instant,
  /** Who did it, for staff: `user:7`, `shop`. */
  actor: z.string().optional(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;
/** A page of a history. */
export const ledgerEntries = z.array(ledgerEntry);
