import { z } from 'zod';
import { decimalString, gameName, id, instant } from '../entities/fields.js';

/** Reward for joining the Discord server, coins. */
export const JOIN_REWARD_COINS = 1_000_000;

/** POST /api/discord/join-rewards. Without a name, the profile's is used; without either, staff ask in Discord. */
export const joinRewardRequest = z.strictObject({ inGameName: gameName.optional() });

/** Reasons for a refused claim, which can be repeated. */
export const JOIN_REWARD_REASONS = [
  /** The operator switched the reward off. */
  'OFF',
  /** No Discord account is linked. */
  'NO_DISCORD',
  /** The person is not on the server. */
  'NOT_MEMBER',
  /** The Discord account is younger than the operator requires; `availableAt` is the time from which it is old enough. */
  'ACCOUNT_TOO_NEW',
  /** The membership is shorter than the operator requires; with `availableAt` too. */
  'MEMBER_TOO_NEW',
  /** This account or this Discord id has claimed the reward. */
  'ALREADY_CLAIMED',
  /** The reward was claimed for this game name. */
  'NAME_CLAIMED',
  /** The pool has too few free coins now. */
  'POOL_TOO_SMALL',
  /** Discord did not answer whether the person is a member. */
  'DISCORD_AWAY',
] as const;
export type JoinRewardReason = (typeof JOIN_REWARD_REASONS)[number];

/** Success: the order that brings the coins. Refusal: the reason, and where to join. */
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
    /** Time from which age is no longer a reason to refuse. */
    availableAt: instant.optional(),
  }),
]);

/** GET /api/discord/server-info */
export const serverInfoAnswer = z.object({
  serverName: z.string(),
  /** 0 while Discord does not answer. */
  memberCount: z.number().int(),
  inviteLink: z.string(),
  /** True when joining is rewarded; otherwise no page offers it. */
  joinReward: z.boolean(),
  /** True when buyers may withdraw a purchase that staff have not taken. */
  selfCancel: z.boolean().optional(),
  /** The operator's delivery times, for the texts about delivery. */
  delivery: z.object({ coinsMinutes: z.number(), otherHours: z.number() }).optional(),
  /** Hours for which a confirming payment and a crypto order keep their goods. */
  holdHours: z.object({ confirming: z.number(), crypto: z.number() }).optional(),
  /** Largest sum that a referrer earns in a calendar month. */
  referralMonthlyCap: decimalString.optional(),
});

export type JoinRewardRequest = z.infer<typeof joinRewardRequest>;
export type JoinRewardAnswer = z.infer<typeof joinRewardAnswer>;
export type ServerInfoAnswer = z.infer<typeof serverInfoAnswer>;
