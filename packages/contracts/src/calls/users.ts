import { z } from 'zod';
import { MAX_AMOUNT } from '../entities/shared-limits.js';
import { amountInput, boundedString, decimalString, id, idParam, instant, line } from '../entities/fields.js';
import { staffOrder } from '../entities/order.js';
import { adminTicket } from '../entities/ticket.js';
import { tierName } from '../loyalty/tier-name.js';
import { parseAmount, formatCentsAsDecimal } from '../money.js';
import { defineCall } from './call-definition.js';
import { listQuery } from './pagination.js';

/** Sort orders of the user list; `newest` sorts by registration. */
export const USER_SORTS = [
  'newest',
  'createdAt',
  'totalSpent',
  'storeCredit',
  'loyaltyPoints',
  'username',
] as const;
export type UserSort = (typeof USER_SORTS)[number];

/**
 * PATCH /api/admin/users/{id}/store-credit: the new amount of free store credit, and the `creditVersion` that the
 * editor saw.
 */
export const storeCreditRequest = z.strictObject({
  amount: amountInput.refine(
    (amount) => {
      const cents = parseAmount(amount);
      return cents !== undefined && cents <= MAX_AMOUNT;
    },
    `must be from 0.00 to ${formatCentsAsDecimal(MAX_AMOUNT)}`,
  ),
  version: z.int32().optional(),
});
export type StoreCreditRequest = z.infer<typeof storeCreditRequest>;

/** PATCH /api/admin/users/{id}/tier: the lowest tier of the account, which spending and refunds cannot reduce. */
export const setTierRequest = z.strictObject({
  tier: tierName,
  /** Version of the account that the editor saw. */
  version: z.int32().optional(),
});
export type SetTierRequest = z.infer<typeof setTierRequest>;

/** PATCH /api/admin/users/{id}/block: blocks or unblocks an account. A block needs a reason, which staff can read. */
export const blockUserRequest = z
  .strictObject({ blocked: z.boolean(), reason: line(200).optional() })
  .refine(({ blocked, reason }) => blocked === (reason !== undefined), {
    path: ['reason'],
    error: 'belongs to a block, which needs one',
  });
export type BlockUserRequest = z.infer<typeof blockUserRequest>;

/** A security event of an account, or an action that the account made as staff. */
export const accountEvent = z.object({
  id: boundedString(24),
  /** Name of the audited action (`user.block`), or `notice.` and the kind of a notice to the owner. */
  action: z.string(),
  /** Who acted: `shop`, `operator`, or a username. */
  actor: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  createdAt: instant,
});
export type AccountEvent = z.infer<typeof accountEvent>;

/** Sort orders of the user list that reveal money figures. */
export const MONEY_SORTS: readonly UserSort[] = ['totalSpent', 'storeCredit', 'loyaltyPoints'];

/**
 * A user as the panel lists it and the room `admin` receives it. Money figures are null for staff without the right to
 * see them.
 */
export const adminUser = z.object({
  id,
  username: z.string(),
  discordUsername: z.string().nullable(),
  discordId: z.string().nullable(),
  minecraftName: z.string().nullable(),
  /** Store credit that can be spent; below 0 when credit was taken back after it was spent. */
  storeCredit: decimalString.nullable(),
  /** Version of the store credit, which an edit must contain; holds do not change it. */
  creditVersion: z.number().int(),
  /** Sum of store credit and referral bonus. */
  balance: decimalString.nullable(),
  /** Points of the user; a money figure, since points reveal how much was spent. */
  loyaltyPoints: z.number().int().nullable(),
  totalSpent: decimalString.nullable(),
  membershipTier: tierName,
  /** Lowest tier of the account, set by an admin; spending can reach a higher one. Absent in older messages. */
  tierFloor: tierName.optional(),
  blocked: z.boolean(),
  blockedAt: instant.nullable(),
  blockReason: z.string().nullable(),
  /** True for an account that its owner deleted, which keeps no personal names. Absent in older messages. */
  deleted: z.boolean().optional(),
  createdAt: instant,
  referralCode: z.string().nullable(),
  referredBy: z.string().nullable(),
  /** Version that rises with every change of the account or of a balance. */
  version: z.number().int(),
});
export type AdminUser = z.infer<typeof adminUser>;

/** Fields of a user that are money figures. */
export const ADMIN_USER_MONEY = [
  'storeCredit',
  'balance',
  'loyaltyPoints',
  'totalSpent',
] as const satisfies readonly (keyof AdminUser)[];

/** Calls of staff about user accounts. */
export const userCalls = {
  users: defineCall({
    method: 'GET',
    path: '/api/admin/users',
    access: 'staff',
    right: 'users',
    summary:
      'One page of the accounts; `sort` as the panel offers; `state` blocked, deleted, or absent for all others.',
    query: listQuery,
    answer: z.array(adminUser),
  }),
  user: defineCall({
    method: 'GET',
    path: '/api/admin/users/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'users',
    summary: 'One account.',
    answer: adminUser,
  }),
  userOrders: defineCall({
    method: 'GET',
    path: '/api/admin/users/:id/orders',
    params: { id: idParam },
    access: 'staff',
    right: 'orders',
    summary: 'One page of the orders of an account, newest first.',
    query: listQuery,
    answer: z.array(staffOrder),
  }),
  userTickets: defineCall({
    method: 'GET',
    path: '/api/admin/users/:id/tickets',
    params: { id: idParam },
    access: 'staff',
    right: 'tickets',
    summary: 'One page of the tickets of an account, newest first.',
    query: listQuery,
    answer: z.array(adminTicket),
  }),
  userEvents: defineCall({
    method: 'GET',
    path: '/api/admin/users/:id/events',
    params: { id: idParam },
    access: 'staff',
    right: 'users',
    summary:
      'One page of what happened to the security of an account, what it did as staff and, with the right to orders, why staff did something with its orders; newest first.',
    query: listQuery,
    answer: z.array(accountEvent),
  }),
  setStoreCredit: defineCall({
    method: 'PATCH',
    path: '/api/admin/users/:id/store-credit',
    params: { id: idParam },
    access: 'admin',
    secondStep: 'fresh',
    summary: 'Sets the free store credit; STALE carries the account as it is now.',
    body: storeCreditRequest,
    answer: adminUser,
    errors: ['STALE'],
  }),
  setTier: defineCall({
    method: 'PATCH',
    path: '/api/admin/users/:id/tier',
    params: { id: idParam },
    access: 'admin',
    secondStep: 'fresh',
    summary: 'Sets the tier below which an account does not fall; STALE carries the account as it is now.',
    body: setTierRequest,
    answer: adminUser,
    errors: ['STALE'],
  }),
  blockUser: defineCall({
    method: 'PATCH',
    path: '/api/admin/users/:id/block',
    params: { id: idParam },
    access: 'admin',
    secondStep: 'fresh',
    summary: 'Blocks an account and ends its sessions, or takes the block back.',
    body: blockUserRequest,
    answer: adminUser,
    errors: ['CONFLICT'],
  }),
} as const;
