import { z } from 'zod';
import { decimalString, gameName, id, idParam, instant, text } from '../entities/fields.js';
import { channel, type Channel } from '../events/discord-channels.js';
import { doctorView } from './bot/lease-and-report.js';
import { post } from './bot/posts.js';
import { defineCall, type LimitRule } from './call-definition.js';
import { listQuery } from './pagination.js';

/** States of a post: waiting, claimed by the bot, sent, refused by Discord (parked), or counted in another post. */
export const POST_STATES = ['pending', 'claimed', 'sent', 'parked', 'counted'] as const;
export type PostState = (typeof POST_STATES)[number];

/** A Discord post, as the panel lists it. */
export const adminPost = post.extend({
  channel,
  state: z.enum(POST_STATES),
  orderId: z.number().int().nullable(),
  /** Link to the message in Discord; for a post that another one counts, to the message of the counting post. */
  link: z.string().nullable(),
  sentAt: z.string().nullable(),
  countedIn: z.number().int().nullable(),
  parkedReason: z.string().nullable(),
  resendOf: z.number().int().nullable(),
});
export type AdminPost = z.infer<typeof adminPost>;

/** Channels that staff can send a test message to; the call names the orders channel `order`. */
export const TEST_CHANNELS = {
  order: 'orders',
  orders: 'orders',
  history: 'history',
  stock: 'stock',
  error: 'error',
  purchases: 'purchases',
  restocks: 'restocks',
} as const satisfies Record<string, Channel>;
/** POST /api/admin/discord/test: sends a test message to a channel. */
export const testPostRequest = z.strictObject({
  type: z.enum(['order', 'orders', 'history', 'stock', 'error', 'purchases', 'restocks']),
  message: text(1_000),
});
export const testPostAnswer = z.object({ success: z.literal(true), link: z.string().nullable() });

/**
 * Problems with Discord, explained on the panel's Discord page. `GUILD_UNKNOWN`, `TOKEN_REFUSED` and `DISCORD_AWAY`
 * come from Discord's answers to the shop itself, `BOT_GUILD_UNKNOWN` from the bot's report.
 */
export const DISCORD_PROBLEMS = [
  'NOT_SET_UP',
  'GUILD_UNKNOWN',
  'TOKEN_REFUSED',
  'DISCORD_AWAY',
  'BOT_AWAY',
  'BOT_GATEWAY_AWAY',
  'BOT_LOGINS_SPENT',
  'BOT_GUILD_UNKNOWN',
  'COMMANDS_FAILED',
  'INTENTS_REFUSED',
  'INTENTS_IDLE',
  'EVENTS_UNREADABLE',
] as const;
export type DiscordProblem = (typeof DISCORD_PROBLEMS)[number];

/**
 * GET /api/admin/discord/status: problems with Discord. `detail` is Discord's answer, a count or a time, depending on
 * the problem.
 */
export const discordStatusAnswer = z.object({
  connected: z.boolean(),
  problems: z.array(z.object({ code: z.enum(DISCORD_PROBLEMS), detail: z.string().optional() })),
  /** The bot's report on its Discord server; absent when there is none. */
  doctor: doctorView.optional(),
});
export type DiscordStatusAnswer = z.infer<typeof discordStatusAnswer>;

/** Number of coins given for joining the Discord server. */
export const JOIN_REWARD_COINS = 1_000_000;

/**
 * POST /api/discord/join-rewards: claims the join reward. Without a game name, the profile's is used; without either,
 * staff ask in Discord.
 */
export const joinRewardRequest = z.strictObject({ inGameName: gameName.optional() });

/** Reasons why a claim of the join reward is refused; a refused claim can be repeated. */
export const JOIN_REWARD_REASONS = [
  /** The operator has switched the join reward off. */
  'OFF',
  /** No Discord account is linked to the claimant's account. */
  'NO_DISCORD',
  /** The person is not on the Discord server. */
  'NOT_MEMBER',
  /** The Discord account is too new; `availableAt` is the time from which it is old enough. */
  'ACCOUNT_TOO_NEW',
  /** The person joined the server too recently; `availableAt` is the time from which the membership is long enough. */
  'MEMBER_TOO_NEW',
  /** The account or the Discord id has already claimed the reward. */
  'ALREADY_CLAIMED',
  /** The reward has already been claimed for the same game name. */
  'NAME_CLAIMED',
  /** The coin pool does not have enough free coins now. */
  'POOL_TOO_SMALL',
  /** Discord did not answer whether the person is a member of the server. */
  'DISCORD_AWAY',
] as const;
export type JoinRewardReason = (typeof JOIN_REWARD_REASONS)[number];

/** Result of a claim: the order that delivers the coins, or the reason for the refusal and where to join the server. */
export const joinRewardAnswer = z.discriminatedUnion('success', [
  z.object({
    success: z.literal(true),
    message: z.string(),
    coins: z.number().int(),
    order: id,
  }),
  z.object({
    success: z.literal(false),
    reason: z.enum(JOIN_REWARD_REASONS),
    message: z.string(),
    inviteUrl: z.string(),
    /** Time from which account and membership are old enough for the reward. */
    availableAt: instant.optional(),
  }),
]);

/** GET /api/discord/server-info: facts about the Discord server, and settings that pages show. */
export const serverInfoAnswer = z.object({
  serverName: z.string(),
  /** Number of members of the server; 0 while Discord does not answer. */
  memberCount: z.number().int(),
  inviteLink: z.string(),
  /** True when joining the server is rewarded; otherwise no page offers the reward. */
  joinReward: z.boolean(),
  /** True when buyers may withdraw a purchase that staff have not taken yet. */
  selfCancel: z.boolean().optional(),
  /** Seconds for which staff can take an act back; 0 or absent when they cannot. */
  undoSeconds: z.number().int().optional(),
  /** The operator's delivery times, which pages show. */
  delivery: z
    .object({
      coinsMinutes: z.number(),
      otherHours: z.number(),
      /** Median from payment to delivery of the last 30 days, as measured; absent while there are too few orders. */
      measuredMinutes: z.number().int().optional(),
    })
    .optional(),
  /** Hours for which goods stay reserved while a payment is being confirmed, or a crypto order is unpaid. */
  holdHours: z.object({ confirming: z.number(), crypto: z.number() }).optional(),
  /** Largest sum that a referrer can earn in a calendar month. */
  referralMonthlyCap: decimalString.optional(),
  /** True when a channel tells shoppers of purchases. */
  postsPurchases: z.boolean().optional(),
});

export type JoinRewardRequest = z.infer<typeof joinRewardRequest>;
export type JoinRewardAnswer = z.infer<typeof joinRewardAnswer>;
export type ServerInfoAnswer = z.infer<typeof serverInfoAnswer>;

/** Reasons why the answer contains no invite to the server. */
export const NO_INVITE_REASONS = [
  /** The linked Discord account is already on the server. */
  'MEMBER',
] as const;

/**
 * POST /api/discord/invite-to-server answers with an invite; `canBeAdded` means that the shop can also add the account,
 * once the person has agreed at `GET /api/auth/discord?join=1`.
 */
export const joinServerAnswer = z.discriminatedUnion('success', [
  z.object({
    success: z.literal(true),
    message: z.string(),
    inviteUrl: z.string(),
    canBeAdded: z.boolean(),
  }),
  z.object({ success: z.literal(false), reason: z.enum(NO_INVITE_REASONS), message: z.string() }),
]);
export type JoinServerAnswer = z.infer<typeof joinServerAnswer>;

/**
 * Values of `joined` in `/account?joined=`, to which a person returns from Discord's page for being added to the
 * server.
 */
export const JOIN_OUTCOMES = ['added', 'member', 'banned', 'full', 'failed'] as const;
export type JoinOutcome = (typeof JOIN_OUTCOMES)[number];

/** Rate limit of messages that staff send by hand, since each appears in a channel that others read. */
const MANUAL_POST_LIMIT: LimitRule = { name: 'posts-by-hand', points: 30, windowMs: 15 * 60_000 };

/** Calls of the site and the panel about Discord. */
export const discordCalls = {
  posts: defineCall({
    method: 'GET',
    path: '/api/admin/posts',
    access: 'staff',
    right: 'any',
    summary: 'One page of the posts with their state, newest first; each asks the right of what it is about.',
    query: listQuery,
    answer: z.array(adminPost),
  }),
  resendPost: defineCall({
    method: 'POST',
    path: '/api/admin/posts/:id/resend',
    params: { id: idParam },
    access: 'staff',
    right: 'any',
    summary: 'Sends a post again that was refused, or a copy of it; asks the right of what it is about.',
    answer: adminPost,
    errors: ['CONFLICT', 'ILLEGAL_MOVE'],
    bounds: { perAccount: MANUAL_POST_LIMIT },
  }),
  discordStatus: defineCall({
    method: 'GET',
    path: '/api/admin/discord/status',
    access: 'admin',
    summary: 'Whether the bot is connected, what is wrong, and which permissions it has and lacks.',
    answer: discordStatusAnswer,
  }),
  sendTestPost: defineCall({
    method: 'POST',
    path: '/api/admin/discord/test',
    access: 'admin',
    summary: 'Sends a test message to a channel and waits for its link.',
    body: testPostRequest,
    answer: testPostAnswer,
    errors: ['CONFLICT'],
    bounds: { perAccount: MANUAL_POST_LIMIT },
  }),
  serverInfo: defineCall({
    method: 'GET',
    path: '/api/discord/server-info',
    access: 'public',
    summary: 'Name, members and invite of the Discord server, and what joining gives.',
    answer: serverInfoAnswer,
  }),
  claimJoinReward: defineCall({
    method: 'POST',
    path: '/api/discord/join-rewards',
    access: 'session',
    summary: 'Claims the coins for joining the server; not eligible is an answer, not an error.',
    body: joinRewardRequest.optional().default({}),
    answer: joinRewardAnswer,
    errors: ['RATE_LIMITED'],
  }),
  inviteToServer: defineCall({
    method: 'POST',
    path: '/api/discord/invite-to-server',
    access: 'session',
    summary: 'Invites into the Discord server, by an invite for one person; who is there already is told so.',
    answer: joinServerAnswer,
    errors: ['RATE_LIMITED'],
    // A fifth of the limit of all accounts together, so that one person cannot use up all invites with several
    // accounts.
    bounds: { perAddress: { name: 'discord-invite-address', points: 40, windowMs: 60 * 60_000 } },
  }),
} as const;
