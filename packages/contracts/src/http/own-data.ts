import { z } from 'zod';
import { boundedString, instant } from '../entities/fields.js';
import { DELETION_OBSTACLES } from '../state/deletion.js';

export const deletionObstacle = z.enum(DELETION_OBSTACLES);
export type DeletionObstacle = z.infer<typeof deletionObstacle>;

/** POST /api/account/proof: who has a password proves it; without one a sign-in with Discord is the proof. */
export const proveOwnerRequest = z.strictObject({ currentPassword: boundedString(128).min(1).optional() });
export type ProveOwnerRequest = z.infer<typeof proveOwnerRequest>;

/** GET /api/account/own-data: what stands between an account and its export or deletion. */
export const ownDataAnswer = z.object({
  hasPassword: z.boolean(),
  /** Until when this session counts as freshly signed in; null when it does not. */
  provenUntil: instant.nullable(),
  /** The deletion that was asked for; null when there is none. */
  deletion: z.object({ askedAt: instant, dueAt: instant }).nullable(),
  /** What refuses a deletion now, or puts off the one that was asked for. */
  obstacles: z.array(deletionObstacle),
});
export type OwnDataAnswer = z.infer<typeof ownDataAnswer>;

const rows = z.array(z.record(z.string(), z.unknown()));

/** Parts of an export that are lists; each row has the times and figures that the shop keeps. */
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

/** GET /api/account/export, as the file that it is downloaded as. */
export const ownDataExport = z.object({
  exportedAt: instant,
  account: z.record(z.string(), z.unknown()),
  ...Object.fromEntries(EXPORT_LISTS.map((list) => [list, rows])),
});
