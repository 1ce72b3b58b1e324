import { z } from 'zod';

/** Keys of the account data that the shop sends to Discord. */
export const ROLE_METADATA_KEYS = ['tier', 'spent', 'member_since'] as const;

/** GET and DELETE /api/account/linked-roles: the permission to send the account's tier, spending and age to Discord. */
export const linkedRolesAnswer = z.object({ isOffered: z.boolean(), isLinked: z.boolean() });
export type LinkedRolesAnswer = z.infer<typeof linkedRolesAnswer>;
