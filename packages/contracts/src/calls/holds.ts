import { z } from 'zod';
import { decimalString, id, instant, ref } from '../entities/fields.js';
import { checkoutState, paymentMethod } from '../state/checkout-states.js';
import { defineCall } from './call-definition.js';
import { listQuery } from './pagination.js';

/** One cart line of a checkout whose goods are held. */
export const heldLine = z.object({
  id,
  name: z.string(),
  quantity: z.number().int(),
  /** Whole millions of coins, for a product sold in any amount. */
  customAmount: z.number().int().optional(),
});

/**
 * A checkout that holds goods, for staff; checkouts without a hold are not listed. Money figures are null for staff
 * without the right to see them.
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
  /** Name of the reward whose code the checkout holds. */
  reward: z.string().nullable(),
  since: instant,
  /** Time at which the hold expires; null when only the provider can end it. */
  until: instant.nullable(),
  version: z.number().int(),
});
/** GET /api/admin/holds: checkouts that hold goods, newest first. */
export const adminHoldsAnswer = z.array(adminHold);
export type AdminHold = z.infer<typeof adminHold>;

/** Fields of a hold that are money figures. */
export const ADMIN_HOLD_MONEY = [
  'storeCredit',
  'referralBonus',
] as const satisfies readonly (keyof AdminHold)[];

/** Checkout states by which holds can be filtered; without a filter, all holds are listed. */
export const HOLD_STATES = ['open', 'confirming'] as const;

/** Calls of staff about goods that unfinished checkouts hold. */
export const holdCalls = {
  holds: defineCall({
    method: 'GET',
    path: '/api/admin/holds',
    access: 'staff',
    right: 'orders',
    summary: 'One page of what unfinished checkouts set aside, newest first; `state` open or confirming.',
    query: listQuery,
    answer: adminHoldsAnswer,
  }),
  releaseHold: defineCall({
    method: 'POST',
    path: '/api/admin/holds/:ref/release',
    params: { ref },
    access: 'staff',
    right: 'move',
    summary:
      'Ends a checkout at its provider, or lets its goods go while a payment of it is being confirmed.',
    answer: adminHold,
    errors: ['ILLEGAL_MOVE', 'OWN_ORDER', 'PAYMENT_PROVIDER_UNAVAILABLE'],
  }),
} as const;
