import { z } from 'zod';
import { discordId, gameName, username } from '../entities/fields.js';

/**
 * PUT /api/account/profile: only what is to change. An empty discordId or minecraftName takes it out. A typed
 * discordId is an unverified claim; where one is proven by Discord, another is refused.
 */
export const updateProfileRequest = z.strictObject({
  username: username.optional(),
  discordId: z.union([z.literal(''), discordId]).optional(),
  minecraftName: z.union([z.literal(''), gameName]).optional(),
});
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>;
