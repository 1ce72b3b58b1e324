import { z } from 'zod';
import { decimalString, id, instant } from '../entities/fields.js';
import { checkoutState, paymentMethod } from '../state/checkout-states.js';

/** A piece of what is set aside; the amount of coins for coin products. */
export const heldLine = z.object({
  id,
  name: z.string(),
  quantity: z.number().int(),
  /** Whole millions of custom coins. */
  customAmount: z.number().int().optional(),
});

/**
 * Hold of a checkout, for staff; a checkout that holds nothing any more leaves the list. Money figures are null for who
 * has no right to them.
 */
export const adminHold = z.object({
  id,
  checkout: z.string(),
  holding: z.boolean(),
  state: checkoutState,
  method: paymentMethod,
  userId: id,
  username: z.string(),
  inGameName: z.string(),
  discordName: z.string(),
  total: decimalString,
  lines: z.array(heldLine),
  storeCredit: decimalString.nullable(),
  referralBonus: decimalString.nullable(),
  /** Name of the reward whose code is set aside. */
  reward: z.string().nullable(),
  since: instant,
  /** When it is let go by itself; null when its provider alone ends it. */
  until: instant.nullable(),
  version: z.number().int(),
});
/** GET /api/admin/holds, newest first. */
export const adminHoldsAnswer = z.array(adminHold);
export type AdminHold = z.infer<typeof adminHold>;

/** Its money figures. */
export const ADMIN_HOLD_MONEY = [
  'storeCredit',
  'referralBonus',
] as const satisfies readonly (keyof AdminHold)[];

/** States by which holds are asked for; all of them unless one is named. */
export const HOLD_STATES = ['open', 'confirming'] as const;
