import { z } from 'zod';

/** Reasons why no invite was given. */
export const NOT_JOINED_REASONS = [
  /** The linked Discord account is already on the server. */
  'MEMBER',
] as const;

/**
 * POST /api/discord/invite-to-server. A success has an invite; with `canBeAdded`, the shop can also add the account, after
 * Discord has asked the person for consent at `GET /api/auth/discord?join=1`.
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

/** Values of `/account?joined=` after Discord's consent page for being added to the server. */
export const JOIN_OUTCOMES = ['added', 'member', 'banned', 'full', 'failed'] as const;
export type JoinOutcome = (typeof JOIN_OUTCOMES)[number];
