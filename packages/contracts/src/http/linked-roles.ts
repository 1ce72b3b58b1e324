import { z } from 'zod';

/** What the shop tells Discord of an account, under the key that Discord stores it by. */
export const ROLE_METADATA_KEYS = ['tier', 'spent', 'member_since'] as const;

/** GET and DELETE /api/account/linked-roles: whether Discord may know tier, spending and age of the own account. */
export const linkedRolesAnswer = z.object({ isOffered: z.boolean(), isLinked: z.boolean() });
export type LinkedRolesAnswer = z.infer<typeof linkedRolesAnswer>;
