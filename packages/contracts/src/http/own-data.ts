import { z } from 'zod';
import { boundedString, instant } from '../entities/fields.js';
import { DELETION_OBSTACLES } from '../state/deletion.js';

export const deletionObstacle = z.enum(DELETION_OBSTACLES);
export type DeletionObstacle = z.infer<typeof deletionObstacle>;

/** POST /api/account/proof: proves the owner by password; an account without one proves it by a sign-in with Discord. */
export const proveOwnerRequest = z.strictObject({ currentPassword: boundedString(128).min(1).optional() });
export type ProveOwnerRequest = z.infer<typeof proveOwnerRequest>;

/** GET /api/account/own-data: the state of an account's export and deletion. */
export const ownDataAnswer = z.object({
  hasPassword: z.boolean(),
  /** End of the time for which this session counts as freshly signed in; null outside of it. */
  provenUntil: instant.nullable(),
  /** The requested deletion; null without one. */
  deletion: z.object({ askedAt: instant, dueAt: instant }).nullable(),
  /** Reasons that refuse a deletion now, or postpone the requested one. */
  obstacles: z.array(deletionObstacle),
});
export type OwnDataAnswer = z.infer<typeof ownDataAnswer>;

const rows = z.array(z.record(z.string(), z.unknown()));

/** Lists of an export; each row has the stored times and figures. */
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
  'tickets',
  'directMessages',
  'mails',
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

/** GET /api/account/export: the downloaded file. */
export const ownDataExport = z.object({
  exportedAt: instant,
  account: z.record(z.string(), z.unknown()),
  ...Object.fromEntries(EXPORT_LISTS.map((list) => [list, rows])),
});
