import { z } from 'zod';
import { reportText } from '../entities/fields.js';
import { STAFF_PERMISSION_NAMES, VIP_RISKS } from '../entities/vip-role.js';
import { CHANNELS } from '../events/channels.js';

/** The permissions that the bot needs anywhere, by the names of Discord's libraries. */
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

/** Channels of the settings: those of posts, and the one that newcomers see. */
export const CHECKED_CHANNELS = [...CHANNELS, 'welcome'] as const;

/** Roles of the settings. */
export const CHECKED_ROLES = ['staff', 'vip'] as const;
/**
 * Faults of a role: nobody has its id, the bot may not give it, others than admins may, or customers get by
 * it what staff have. That the panel gives it rights the shop adds to what the bot sees.
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

/** `name` is how a name that people gave in Discord is read. */
const doctorOf = (name: z.ZodType<string, string>) =>
  z.strictObject({
    channels: z
      .array(
        z.strictObject({
          channel: z.enum(CHECKED_CHANNELS),
          /** Whether the server has a text channel of the id in the settings. */
          state: z.enum(['found', 'unknown', 'no_text']),
          /** As the server calls it. */
          name: name.optional(),
          has: permissions,
          lacks: permissions,
        }),
      )
      .max(CHECKED_CHANNELS.length),
    /** In the whole server, as far as the settings ask for what needs them. */
    server: z.strictObject({ has: permissions, lacks: permissions }),
    /** The roles that the settings name. */
    roles: z
      .array(
        z.strictObject({
          role: z.enum(CHECKED_ROLES),
          state: z.enum(ROLE_STATES),
          name: name.optional(),
          /** Names of roles whose members may give the role without being admins. */
          givenBy: z.array(name).max(5).optional(),
          /** What it permits of what moderators may. */
          permissions: z.array(z.enum(STAFF_PERMISSION_NAMES)).max(STAFF_PERMISSION_NAMES.length).optional(),
        }),
      )
      .max(CHECKED_ROLES.length),
  });

/** What the bot sees on the server of what it needs, sent with each renewal of its lease. */
export const doctorReport = doctorOf(reportText(100));
/** The same, as the status page reads it. */
export const doctorView = doctorOf(z.string());
export type DoctorReport = z.infer<typeof doctorView>;
export type CheckedChannel = DoctorReport['channels'][number];
export type CheckedRole = DoctorReport['roles'][number];
