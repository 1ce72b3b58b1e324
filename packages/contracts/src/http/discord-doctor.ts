import { z } from 'zod';
import { reportText } from '../entities/fields.js';
import { STAFF_PERMISSION_NAMES, VIP_RISKS } from '../entities/vip-role.js';
import { CHANNELS } from '../events/channels.js';

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

const permissions = z.array(botPermission).max(BOT_PERMISSIONS.length);

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

/** The report's schema. @param name schema of names that people gave in Discord */
const doctorOf = (name: z.ZodType<string, string>) =>
  z.strictObject({
    channels: z
      .array(
        z.strictObject({
          channel: z.enum(CHECKED_CHANNELS),
          /** Tells whether the server has a text channel with the id in the settings. */
          state: z.enum(['found', 'unknown', 'no_text']),
          /** The channel's name on the server. */
          name: name.optional(),
          has: permissions,
          lacks: permissions,
        }),
      )
      .max(CHECKED_CHANNELS.length),
    /** Permissions in the whole server, as far as the settings need them. */
    server: z.strictObject({ has: permissions, lacks: permissions }),
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
export const doctorReport = doctorOf(reportText(100));
/** The report as the status page reads it. */
export const doctorView = doctorOf(z.string());
export type DoctorReport = z.infer<typeof doctorView>;
export type CheckedChannel = DoctorReport['channels'][number];
export type CheckedRole = DoctorReport['roles'][number];
