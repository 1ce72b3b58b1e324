import { z } from 'zod';
import { boundedString, instant } from '../entities/fields.js';
import { defineCall, QUARTER_HOUR_MS } from './call-definition.js';

/** Number of days after the request in which a deletion of an account can still be revoked. */
export const DELETION_GRACE_DAYS = 7;
/** Number of days for which the username of a deleted account stays reserved. */
export const RESERVED_NAME_DAYS = 90;

/** Reasons why an account cannot be deleted yet: unfinished payments, orders or refunds, disputes, or debts. */
export const DELETION_OBSTACLES = [
  'open_checkout',
  'open_order',
  'open_refund',
  'open_dispute',
  'negative_balance',
] as const;

export const deletionObstacle = z.enum(DELETION_OBSTACLES);
export type DeletionObstacle = z.infer<typeof deletionObstacle>;

/**
 * POST /api/account/proof: proves that the caller owns the account, by its password, or by a sign-in with Discord if it
 * has none.
 */
export const proveOwnerRequest = z.strictObject({ currentPassword: boundedString(128).min(1).optional() });
export type ProveOwnerRequest = z.infer<typeof proveOwnerRequest>;

/** GET /api/account/own-data: the state of the account's data export and deletion. */
export const ownDataAnswer = z.object({
  hasPassword: z.boolean(),
  /** End of the time in which the session counts as freshly signed in; null outside of that time. */
  provenUntil: instant.nullable(),
  /** The requested deletion of the account; null if none was requested. */
  deletion: z.object({ askedAt: instant, dueAt: instant }).nullable(),
  /** Reasons why the account cannot be deleted now, or why the requested deletion is postponed. */
  obstacles: z.array(deletionObstacle),
});
export type OwnDataAnswer = z.infer<typeof ownDataAnswer>;

const exportRows = z.array(z.record(z.string(), z.unknown()));

/** Lists in the data export; each row contains the stored times and figures. */
export const EXPORT_LISTS = [
  'sessions',
  'knownBrowsers',
  'passkeys',
  'securityNotices',
  'securityEvents',
  'formerReferralCodes',
  'referralEarnings',
  'purchases',
  'orders',
  'refunds',
  'disputes',
  'ledger',
  'rewards',
  'joinRewards',
  'reviews',
  'wishlist',
  'tickets',
  'notices',
  'noticeSwitches',
  'pushSubscriptions',
  'directMessages',
  'mails',
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

/** GET /api/account/export: the file with all data of the account. */
export const ownDataExport = z.object({
  exportedAt: instant,
  account: z.record(z.string(), z.unknown()),
  ...Object.fromEntries(EXPORT_LISTS.map((list) => [list, exportRows])),
});

/** Calls about the personal data that the shop stores; open to blocked accounts too. */
export const ownDataCalls = {
  ownData: defineCall({
    method: 'GET',
    path: '/api/account/own-data',
    access: 'restricted',
    summary: 'Whether the own data can be exported or deleted now, and the deletion that was asked for.',
    answer: ownDataAnswer,
  }),
  proveOwner: defineCall({
    method: 'POST',
    path: '/api/account/proof',
    access: 'restricted',
    secondStep: 'owner',
    summary: 'Proves the owner of the session by the password, for ten minutes.',
    body: proveOwnerRequest,
    answer: ownDataAnswer,
    errors: ['CURRENT_PASSWORD_REQUIRED', 'CURRENT_PASSWORD_WRONG', 'FRESH_SIGN_IN_REQUIRED', 'RATE_LIMITED'],
  }),
  exportOwnData: defineCall({
    method: 'GET',
    path: '/api/account/export',
    access: 'restricted',
    secondStep: 'owner',
    summary: 'Downloads what the shop keeps of the own account, once a day, after a fresh sign-in or proof.',
    media: 'application/json',
    errors: ['ORIGIN_FORBIDDEN', 'FRESH_SIGN_IN_REQUIRED', 'RATE_LIMITED'],
  }),
  deleteAccount: defineCall({
    method: 'DELETE',
    path: '/api/account',
    access: 'restricted',
    secondStep: 'owner',
    summary: 'Asks to delete the own account, seven days from now, after a fresh sign-in or proof.',
    answer: ownDataAnswer,
    errors: ['FRESH_SIGN_IN_REQUIRED', 'DELETION_REFUSED'],
    bounds: { perAccount: { name: 'delete-account', points: 20, windowMs: QUARTER_HOUR_MS } },
  }),
  keepAccount: defineCall({
    method: 'POST',
    path: '/api/account/keep',
    access: 'restricted',
    summary: 'Takes the deletion back; without one it changes nothing.',
    answer: ownDataAnswer,
  }),
} as const;
