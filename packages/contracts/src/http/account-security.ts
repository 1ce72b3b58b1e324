import { z } from 'zod';
import { id, instant, boundedString } from '../entities/fields.js';

/** POST /api/account/discord/link and …/unlink. An account with a password must send it; others can link without. */
export const discordLinkRequest = z.strictObject({
  currentPassword: boundedString(128).min(1).optional(),
});
export type DiscordLinkRequest = z.infer<typeof discordLinkRequest>;

/** POST /api/account/discord/link: the address of Discord's consent page. */
export const discordLinkAnswer = z.object({ url: z.string() });
export type DiscordLinkAnswer = z.infer<typeof discordLinkAnswer>;

/** Ways of signing in; registration counts as `password`. */
export const SIGN_IN_WAYS = ['password', 'discord', 'admin-code'] as const;

export const DEVICE_KINDS = ['desktop', 'phone', 'tablet', 'unknown'] as const;
/** A browser by its User-Agent header, which can be forged; null for parts that the header lacks. */
export const browserInfo = z.object({
  browser: z.string().nullable(),
  system: z.string().nullable(),
  device: z.enum(DEVICE_KINDS),
});
export type BrowserInfo = z.infer<typeof browserInfo>;

/** Public id of a session; useless for signing in. */
export const sessionId = boundedString(64).regex(/^[0-9a-f]{64}$/);

/** One session in GET /api/account/sessions: the caller's first, then by newest activity. */
export const accountSession = browserInfo.extend({
  id: sessionId,
  openedBy: z.enum(SIGN_IN_WAYS),
  createdAt: instant,
  lastSeenAt: instant,
  /** True for the caller's session. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

/** DELETE /api/account/sessions: ends all sessions but the caller's. */
export const endedSessionsAnswer = z.object({ ended: z.number().int() });
export type EndedSessionsAnswer = z.infer<typeof endedSessionsAnswer>;

export const SECURITY_NOTICES = [
  'new_browser',
  'discord_linked',
  'discord_unlinked',
  'password_set',
  'password_changed',
  'password_reset',
  'sessions_ended',
  'second_step_added',
  'second_step_removed',
  'second_step_reset',
  'recovery_codes_renewed',
  'recovery_code_used',
  'data_exported',
  'deletion_asked',
  'deletion_taken_back',
] as const;
/** A change of an account's security that its owner is notified of, and the browser it came from. */
export const securityNotice = browserInfo.extend({
  id,
  kind: z.enum(SECURITY_NOTICES),
  createdAt: instant,
});
export type SecurityNotice = z.infer<typeof securityNotice>;
export type SecurityNoticeKind = SecurityNotice['kind'];
