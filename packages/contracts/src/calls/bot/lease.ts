import { z } from 'zod';
import { boundedString, discordId, reportText } from '../../entities/fields.js';
import { STAFF_PERMISSION_NAMES, VIP_RISKS } from '../../entities/vip-role.js';
import { CHANNELS } from '../../events/channels.js';
import { defineCall } from '../call.js';

/** All permissions that the bot may need, by their names in Discord's libraries. */
export const BOT_PERMISSIONS = [
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'ReadMessageHistory',
  'MentionEveryone',
  'CreateInstantInvite',
  'ManageRoles',
  'PinMessages',
  'CreatePublicThreads',
  'SendMessagesInThreads',
] as const;
export const botPermission = z.enum(BOT_PERMISSIONS);
export type BotPermission = z.infer<typeof botPermission>;

const permissionList = z.array(botPermission).max(BOT_PERMISSIONS.length);

/** The channels that the doctor checks: those of posts, and the channel of the welcome. */
export const CHECKED_CHANNELS = [...CHANNELS, 'welcome'] as const;

/** The roles that the doctor checks. */
export const CHECKED_ROLES = ['staff', 'vip'] as const;
/**
 * States of a role: fine, missing, not assignable by the bot, assignable by non-admins, or giving customers permissions
 * of staff. The shop, not the bot, adds the fault that the panel gives the role rights.
 */
export const ROLE_STATES = [
  'fine',
  'unknown',
  'above_bot',
  'managed',
  'given_by_others',
  ...VIP_RISKS,
  'has_rights',
] as const;

/** Makes the schema of the doctor's report. @param name schema of names that people chose in Discord */
const doctorReportSchema = (name: z.ZodType<string, string>) =>
  z.strictObject({
    channels: z
      .array(
        z.strictObject({
          channel: z.enum(CHECKED_CHANNELS),
          /** State of the channel in the settings: found on the server, unknown, or no text channel. */
          state: z.enum(['found', 'unknown', 'no_text']),
          /** The channel's name on the server. */
          name: name.optional(),
          has: permissionList,
          lacks: permissionList,
        }),
      )
      .max(CHECKED_CHANNELS.length),
    /** Server-wide permissions that the settings need. */
    server: z.strictObject({ has: permissionList, lacks: permissionList }),
    /** The roles in the settings. */
    roles: z
      .array(
        z.strictObject({
          role: z.enum(CHECKED_ROLES),
          state: z.enum(ROLE_STATES),
          name: name.optional(),
          /** Names of roles whose non-admin members can give this role. */
          givenBy: z.array(name).max(5).optional(),
          /** The permissions of moderators that the role has. */
          permissions: z.array(z.enum(STAFF_PERMISSION_NAMES)).max(STAFF_PERMISSION_NAMES.length).optional(),
        }),
      )
      .max(CHECKED_ROLES.length),
  });

/** The bot's report on its server's channels, permissions and roles, sent with each renewal of the lease. */
export const doctorReport = doctorReportSchema(reportText(100));
/** The report as the status page reads it. */
export const doctorView = doctorReportSchema(z.string());
export type DoctorReport = z.infer<typeof doctorView>;
export type CheckedChannel = DoctorReport['channels'][number];
export type CheckedRole = DoctorReport['roles'][number];

// Calls of the bot below /api/bot, with `Authorization: Bearer <BOT_API_TOKEN>`. Calls on behalf of a person contain
// that person's Discord id, which the bot read from the interaction.

/** Intents that must be enabled in Discord's portal, by their names in Discord's libraries. */
export const PRIVILEGED_INTENTS = ['GuildMembers', 'MessageContent'] as const;
export type PrivilegedIntent = (typeof PRIVILEGED_INTENTS)[number];

/** State of the bot at Discord's gateway: connected, trying to connect, or waiting for its next log-in. */
export const GATEWAY_STATES = ['connected', 'away', 'logins_spent'] as const;
export type GatewayState = (typeof GATEWAY_STATES)[number];

/** Report of the bot with each renewal of its lease; the status page shows it. */
export const botReport = z.strictObject({
  gateway: z.enum(GATEWAY_STATES).optional(),
  /** Reason for the state `away`. */
  gatewayReason: reportText(300).optional(),
  /** `known` when the bot is a member of the server in its settings. */
  guild: z.enum(['known', 'unknown']),
  commands: z.enum(['pending', 'registered', 'failed']),
  /** Reason for the last failure to register the commands. */
  commandsReason: reportText(300).optional(),
  /** Privileged intents of the settings that Discord refuses; the bot runs without them. */
  refusedIntents: z.array(z.enum(PRIVILEGED_INTENTS)).max(PRIVILEGED_INTENTS.length).optional(),
  /** Privileged intents of the settings without effect, since another setting is missing. */
  idleIntents: z.array(z.enum(PRIVILEGED_INTENTS)).max(PRIVILEGED_INTENTS.length).optional(),
  /** Number of unreadable gateway messages since the start. */
  unreadable: z.int32().min(0),
  /** The doctor's report on the bot's server; absent while the bot does not know that server. */
  doctor: doctorReport.optional(),
});
export type BotReport = z.infer<typeof botReport>;

/** A session at Discord's gateway that another process of the same bot can resume. */
export const gatewaySession = z.strictObject({
  sessionId: boundedString(200).min(1),
  resumeUrl: boundedString(300).regex(/^wss?:\/\/[^\s]+$/),
  sequence: z.int32().min(0),
  /** The session's application and intents; a bot with others begins a new session. */
  clientId: discordId,
  intents: z.int32().min(0),
});
export type StoredGatewaySession = z.infer<typeof gatewaySession>;

/**
 * POST /api/bot/lease: the lease to be the only bot; renewed every 5 s, lost after 15 s. `fence` is the last one of this
 * process; without it, a restarted bot takes over its own earlier lease.
 */
export const leaseRequest = z.strictObject({
  instanceId: boundedString(64).min(8),
  /** Id of the process, so that it gets the lease again when an answer was lost. */
  takeId: boundedString(64).min(8).optional(),
  fence: z.int32().optional(),
  report: botReport.optional(),
  /** The present gateway session, stored for the next process; null when it ended. */
  session: gatewaySession.nullable().optional(),
});
/**
 * `fence` rises when another process acquires the lease, which frees older claims. While another bot, or a later
 * process of the same bot, holds the lease → 409 LEASE_TAKEN.
 */
export const leaseAnswer = z.object({
  fence: z.number().int(),
  expiresAt: z.iso.datetime(),
  /** The gateway session stored last. */
  session: gatewaySession.nullable().optional(),
});
export type LeaseAnswer = z.infer<typeof leaseAnswer>;

/** POST /api/bot/logins {fence}: called before each log-in (IDENTIFY), even one that the library starts. */
export const botLoginRequest = z.strictObject({ fence: z.int32() });
/** 0 when the log-in was counted and is allowed; otherwise the wait before the bot may call again, ms. */
export const botLoginAnswer = z.object({ waitMs: z.number().int().min(0) });

/** Calls of the bot for the lease and for log-ins at Discord. */
export const leaseCalls = {
  takeLease: defineCall({
    method: 'POST',
    path: '/api/bot/lease',
    access: 'bot',
    summary: 'Takes or renews the right to be the one bot.',
    body: leaseRequest,
    answer: leaseAnswer,
    errors: ['LEASE_TAKEN', 'FENCED'],
  }),
  countLogin: defineCall({
    method: 'POST',
    path: '/api/bot/logins',
    access: 'bot',
    summary: 'Asks before a log-in to the gateway whether it may be made now.',
    body: botLoginRequest,
    answer: botLoginAnswer,
    errors: ['FENCED'],
  }),
} as const;
