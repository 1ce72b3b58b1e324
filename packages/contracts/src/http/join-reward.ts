import { z } from 'zod';
import { gameName, id } from '../entities/fields.js';

/** Coins for joining the Discord server. */
export const JOIN_REWARD_COINS = 1_000_000;

/** POST /api/discord/join-rewards. Without a name the profile's is taken; without that staff ask in Discord. */
export const joinRewardRequest = z.strictObject({ inGameName: gameName.optional() });

/**
 * Why the reward is not given; a claim that comes to nothing is not used up.
 * - OFF: the operator switched it off · NO_DISCORD: no Discord account is linked · NOT_MEMBER: not on the server
 * - ALREADY_CLAIMED: by this account or this Discord id · NAME_CLAIMED: by this game name
 * - POOL_TOO_SMALL: not now · DISCORD_AWAY: Discord did not say whether the person is a member
 */
export const JOIN_REWARD_REASONS = [
  'OFF',
  'NO_DISCORD',
  'NOT_MEMBER',
  'ALREADY_CLAIMED',
  'NAME_CLAIMED',
  'POOL_TOO_SMALL',
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
  }),
]);

/** GET /api/discord/server-info */
export const serverInfoAnswer = z.object({
  serverName: z.string(),
  /** 0 while Discord does not tell. */
  memberCount: z.number().int(),
  inviteLink: z.string(),
  /** Whether joining is rewarded; where not, nothing offers it. */
  joinReward: z.boolean(),
  /** As the operator set it; what pages say about delivery (OWN-87). */
  delivery: z.object({ coinsMinutes: z.number(), otherHours: z.number() }).optional(),
});

export type JoinRewardRequest = z.infer<typeof joinRewardRequest>;
export type JoinRewardAnswer = z.infer<typeof joinRewardAnswer>;
export type ServerInfoAnswer = z.infer<typeof serverInfoAnswer>;
