import { z } from 'zod';

/** Why nothing was done. */
export const NOT_JOINED_REASONS = [
  /** The proven Discord account is on the server already. */
  'MEMBER',
] as const;

/**
 * POST /api/discord/invite-to-server. With success an invite; `canBeAdded` where the account may also be added by the
 * shop, for which Discord asks the person at `GET /api/auth/discord?join=1`.
 */
export const joinServerAnswer = z.discriminatedUnion('success', [
  z.object({
    success: z.literal(true),
    message: z.string(),
    inviteUrl: z.string(),
    canBeAdded: z.boolean(),
  }),
  z.object({ success: z.literal(false), reason: z.enum(NOT_JOINED_REASONS), message: z.string() }),
]);
export type JoinServerAnswer = z.infer<typeof joinServerAnswer>;

/** What `/account?joined=` says after Discord asked whether the shop may add the person. */
export const JOIN_OUTCOMES = ['added', 'member', 'banned', 'full', 'failed'] as const;
export type JoinOutcome = (typeof JOIN_OUTCOMES)[number];
