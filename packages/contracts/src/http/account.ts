import { z } from 'zod';
import { discordId, gameName, username } from '../entities/fields.js';

/**
 * PUT /api/account/profile: only the fields to change. An empty discordId or minecraftName removes the value. A typed
 * discordId is an unverified claim; an account with a proven id cannot claim another.
 */
export const updateProfileRequest = z.strictObject({
  username: username.optional(),
  discordId: z.union([z.literal(''), discordId]).optional(),
  minecraftName: z.union([z.literal(''), gameName]).optional(),
});
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>;
