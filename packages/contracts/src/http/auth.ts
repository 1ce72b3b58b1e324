import { z } from 'zod';
import { password, username } from '../entities/fields.js';
import { role } from '../entities/user.js';

/** POST /api/auth/login. Lengths are those of registration, so that a wrong form is told before the hash runs. */
export const loginRequest = z.strictObject({ username, password });
/** POST /api/auth/register; a typed discordId is an unverified claim. */
export const registerRequest = z.strictObject({
  username,
  password,
  discordId: z.union([z.literal(''), z.string().regex(/^\d{17,20}$/)]).optional(),
});
export const adminLoginRequest = z.strictObject({ adminCode: z.string().min(1).max(128) });

export const authAnswer = z.object({ user: z.object({ id: z.number().int(), username: z.string() }) });
/** GET /api/admin/check-auth */
export const checkAuthAnswer = z.object({ isAuthorizedUser: z.boolean(), role, blocked: z.boolean() });
export type LoginRequest = z.infer<typeof loginRequest>;
export type RegisterRequest = z.infer<typeof registerRequest>;
export type AdminLoginRequest = z.infer<typeof adminLoginRequest>;
export type AuthAnswer = z.infer<typeof authAnswer>;
export type CheckAuthAnswer = z.infer<typeof checkAuthAnswer>;
