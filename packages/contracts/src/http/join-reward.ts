import { z } from 'zod';
import { decimalString, gameName, id, instant } from '../entities/fields.js';

/** Coins for joining the Discord server. */
export const JOIN_REWARD_COINS = 1_000_000;

/** POST /api/discord/join-rewards. Without a name the profile's is taken; without that staff ask in Discord. */
export const joinRewardRequest = z.strictObject({ inGameName: gameName.optional() });

/** Why the reward is not given; a refused claim can be repeated. */
export const JOIN_REWARD_REASONS = [
  /** The operator switched it off. */
  'OFF',
  /** No Discord account is linked. */
  'NO_DISCORD',
  /** Not on the server. */
  'NOT_MEMBER',
  /** The Discord account is younger than the operator asks; `availableAt` says from when it is not. */
  'ACCOUNT_TOO_NEW',
  /** On the server for a shorter time than the operator asks; `availableAt` as well. */
  'MEMBER_TOO_NEW',
  /** By this account or this Discord id. */
  'ALREADY_CLAIMED',
  /** By this game name. */
  'NAME_CLAIMED',
  /** The pool has too few free coins now. */
  'POOL_TOO_SMALL',
  /** Discord did not answer whether the person is a member. */
  'DISCORD_AWAY',
] as const;
export type JoinRewardReason = (typeof JOIN_REWARD_REASONS)[number];

/** Given: the order that brings the coins. Not given: why, and where to join. */
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
    /** When age alone refuses no more. */
    availableAt: instant.optional(),
  }),
]);

/** GET /api/discord/server-info */
export const serverInfoAnswer = z.object({
  serverName: z.string(),
  /** 0 while Discord does not answer. */
  memberCount: z.number().int(),
  inviteLink: z.string(),
  /** Whether joining is rewarded; where not, nothing offers it. */
  joinReward: z.boolean(),
  /** Whether buyers may withdraw a purchase that nobody has taken. */
  selfCancel: z.boolean().optional(),
  /** As the operator set it; what pages say about delivery. */
  delivery: z.object({ coinsMinutes: z.number(), otherHours: z.number() }).optional(),
  /** How long a payment that is being confirmed keeps its goods, and an order by crypto. */
  holdHours: z.object({ confirming: z.number(), crypto: z.number() }).optional(),
  /** Most that a referrer earns in a calendar month. */
  referralMonthlyCap: decimalString.optional(),
});

export type JoinRewardRequest = z.infer<typeof joinRewardRequest>;
export type JoinRewardAnswer = z.infer<typeof joinRewardAnswer>;
export type ServerInfoAnswer = z.infer<typeof serverInfoAnswer>;
