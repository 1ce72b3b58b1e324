import { z } from 'zod';
import { seal, unseal } from '../../platform/seal.js';

const stored = z.object({
  discordId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** When the access token ends, ms since 1970. */
  endsAt: z.number(),
});
export type StoredGrant = z.infer<typeof stored>;

const placeOf = (userId: number): string => `role-connection:${userId}`;

/** Encrypts a grant for its account's row. */
export const sealGrant = (key: string, userId: number, grant: StoredGrant): string =>
  seal(key, placeOf(userId), JSON.stringify(grant));

/** The grant, or undefined where the key is another one. */
export function unsealGrant(key: string, userId: number, sealed: string): StoredGrant | undefined {
  const text = unseal(key, placeOf(userId), sealed);
  return text === undefined ? undefined : stored.safeParse(JSON.parse(text)).data;
}
