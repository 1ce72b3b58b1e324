import { z } from 'zod';
import { boundedString, id, instant, ref } from './fields.js';
import { rewardKey } from './reward.js';

/** Balances that have a history: three of each account, each product's stock, and the coin pool. */
export const LEDGER_BALANCES = ['points', 'credit', 'bonus', 'stock', 'coins'] as const;
export type LedgerBalance = (typeof LEDGER_BALANCES)[number];

/** Reasons why a balance changed. */
export const LEDGER_REASONS = [
  /** Points earned by a paid purchase. */
  'earned',
  /** Goods that were sold, or store credit that was used to pay. */
  'purchase',
  /** An order was cancelled or refunded. */
  'refund',
  'reward',
  /** Store credit from a redeemed reward. */
  'reward_credit',
  'commission',
  'commission_back',
  'referral_bonus',
  'join_reward',
  /** Goods of a refunded order were put back in stock. */
  'restock',
  /** Staff set the balance. */
  'adjusted',
  /** The remaining balance was removed when the account was deleted. */
  'account_deleted',
  'other',
] as const;
export type LedgerReason = (typeof LEDGER_REASONS)[number];

/** Amount of a change: money as "-1.45"; points, pieces and coins as a whole number. */
const signedAmount = boundedString(24).regex(/^-?\d{1,16}(?:\.\d{2})?$/);

/** One change of a balance; goods and balances held for a checkout change no balance until it is paid. */
export const ledgerEntry = z.object({
  id: z.number().int(),
  balance: z.enum(LEDGER_BALANCES),
  reason: z.enum(LEDGER_REASONS),
  amount: signedAmount,
  /** Balance after the change; a reversal can make it negative. */
  after: signedAmount,
  checkout: ref.nullable(),
  orderId: id.nullable(),
  rewardKey: rewardKey.nullable(),
  createdAt: instant,
  /** Who made the change, shown to staff: `user:7` or `shop`. */
  actor: z.string().optional(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;
/** One page of a balance's history. */
export const ledgerEntries = z.array(ledgerEntry);
