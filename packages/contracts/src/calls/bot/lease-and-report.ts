import { z } from 'zod';
import { boundedString, discordId, reportText } from '../../entities/fields.js';
import { STAFF_PERMISSION_NAMES, VIP_RISKS } from '../../entities/vip-role-risks.js';
import { CHANNELS } from '../../events/discord-channels.js';
import { defineCall } from '../call-definition.js';

/** All Discord permissions that the bot may need, by their names in Discord's libraries. */
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

/** Channels that the doctor checks: those of posts, and the one in which newcomers are welcomed. */
export const CHECKED_CHANNELS = [...CHANNELS, 'welcome'] as const;

/** Roles that the doctor checks. */
export const CHECKED_ROLES = ['staff', 'vip'] as const;
/**
 * Result of checking a role: fine, missing, not assignable by the bot, assignable by non-admins, or giving customers
 * permissions of staff. The backend adds the fault that the panel gives the role rights.
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

/**
 * Creates the schema of the doctor's report on the Discord server.
 * @param name schema of names that people chose in Discord
 */
const doctorReportSchema = (name: z.ZodType<string, string>) =>
  z.strictObject({
    channels: z
      .array(
        z.strictObject({
          channel: z.enum(CHECKED_CHANNELS),
          /** Result of checking the channel: found on the server, unknown, or not a text channel. */
          state: z.enum(['found', 'unknown', 'no_text']),
          /** Name of the channel on the server. */
          name: name.optional(),
          has: permissionList,
          lacks: permissionList,
        }),
      )
      .max(CHECKED_CHANNELS.length),
    /** Server-wide permissions that the settings make necessary. */
    server: z.strictObject({ has: permissionList, lacks: permissionList }),
    /** Roles named in the settings. */
    roles: z
      .array(
        z.strictObject({
          role: z.enum(CHECKED_ROLES),
          state: z.enum(ROLE_STATES),
          name: name.optional(),
          /** Names of roles that can assign this role although their members are no admins. */
          givenBy: z.array(name).max(5).optional(),
          /** Moderator permissions that the role has. */
          permissions: z.array(z.enum(STAFF_PERMISSION_NAMES)).max(STAFF_PERMISSION_NAMES.length).optional(),
        }),
      )
      .max(CHECKED_ROLES.length),
  });

/** The bot's report on the channels, permissions and roles of its server, sent with each renewal of the lease. */
export const doctorReport = doctorReportSchema(reportText(100));
/** The doctor's report, as the panel's Discord page reads it. */
export const doctorView = doctorReportSchema(z.string());
export type DoctorReport = z.infer<typeof doctorView>;
export type CheckedChannel = DoctorReport['channels'][number];
export type CheckedRole = DoctorReport['roles'][number];

// Calls of the bot below /api/bot, with `Authorization: Bearer <BOT_API_TOKEN>`. A call made for a person contains that
// person's Discord id, which the bot read from Discord's interaction.

/** Privileged intents, which must be switched on in Discord's portal, by their names in Discord's libraries. */
export const PRIVILEGED_INTENTS = ['GuildMembers', 'MessageContent'] as const;
export type PrivilegedIntent = (typeof PRIVILEGED_INTENTS)[number];

/**
 * State of the bot's connection to Discord's gateway: connected, trying to connect, or waiting until a log-in is
 * allowed.
 */
export const GATEWAY_STATES = ['connected', 'away', 'logins_spent'] as const;
export type GatewayState = (typeof GATEWAY_STATES)[number];

/** Report of the bot on itself, sent with each renewal of its lease and shown on the panel's Discord page. */
export const botReport = z.strictObject({
  gateway: z.enum(GATEWAY_STATES).optional(),
  /** Reason why the gateway connection is in the state `away`. */
  gatewayReason: reportText(300).optional(),
  /** `known` when the bot is a member of the server named in its settings. */
  guild: z.enum(['known', 'unknown']),
  commands: z.enum(['pending', 'registered', 'failed']),
  /** Reason why the last registration of the commands failed. */
  commandsReason: reportText(300).optional(),
  /** Privileged intents of the settings that Discord refuses; the bot runs without them. */
  refusedIntents: z.array(z.enum(PRIVILEGED_INTENTS)).max(PRIVILEGED_INTENTS.length).optional(),
  /** Privileged intents of the settings that have no effect, since another setting is missing. */
  idleIntents: z.array(z.enum(PRIVILEGED_INTENTS)).max(PRIVILEGED_INTENTS.length).optional(),
  /** Number of gateway messages that the bot could not read since its start. */
  unreadable: z.int32().min(0),
  /** The doctor's report on the bot's server; absent while the bot does not know the server. */
  doctor: doctorReport.optional(),
});
export type BotReport = z.infer<typeof botReport>;

/** A session at Discord's gateway, which another process of the same bot can resume. */
export const gatewaySession = z.strictObject({
  sessionId: boundedString(200).min(1),
  resumeUrl: boundedString(300).regex(/^wss?:\/\/[^\s]+$/),
  sequence: z.int32().min(0),
  /** Application and intents of the session; a bot with others begins a new session. */
  clientId: discordId,
  intents: z.int32().min(0),
});
export type StoredGatewaySession = z.infer<typeof gatewaySession>;

/**
 * POST /api/bot/lease: asks for the right to be the only bot that posts; renewed every 5 s, lost after 15 s. `fence` is
 * the last one of this process; without it, a restarted bot takes over its own earlier lease.
 */
export const leaseRequest = z.strictObject({
  instanceId: boundedString(64).min(8),
  /** Id of the process, so that it gets the lease again when the first answer was lost. */
  takeId: boundedString(64).min(8).optional(),
  fence: z.int32().optional(),
  report: botReport.optional(),
  /** Present gateway session, stored for the next process; null when the session ended. */
  session: gatewaySession.nullable().optional(),
});
/**
 * Answer with the lease; `fence` rises when another process acquires it, which frees older claims. While another bot,
 * or a later process of the same bot, holds the lease, the call answers 409 LEASE_TAKEN.
 */
export const leaseAnswer = z.object({
  fence: z.number().int(),
  expiresAt: z.iso.datetime(),
  /** Gateway session that was stored last. */
  session: gatewaySession.nullable().optional(),
});
export type LeaseAnswer = z.infer<typeof leaseAnswer>;

/**
 * POST /api/bot/logins {fence}: must be called before each log-in at the gateway (IDENTIFY), even one that discord.js
 * starts.
 */
export const botLoginRequest = z.strictObject({ fence: z.int32() });
/** 0 when the log-in is allowed and was counted; otherwise the time to wait before asking again, ms. */
export const botLoginAnswer = z.object({ waitMs: z.number().int().min(0) });

/** Calls of the bot about its lease, and about log-ins at Discord. */
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
