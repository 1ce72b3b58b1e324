import { createHash, timingSafeEqual } from 'node:crypto';
import type { DiscordContext } from '../core/context.js';
import { refuse } from '../core/errors.js';
import type { Caller, Endpoint } from './endpoint.js';

/** Compares two secrets in constant time. */
export function sameSecret(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** Reads the Authorization header, or refuses with 401. */
export function authenticate(
  context: DiscordContext,
  auth: Endpoint['auth'],
  header: string | undefined,
): Caller {
  if (auth === 'none') return { kind: 'none' };
  const [scheme = '', token = ''] = (header ?? '').split(' ');
  if (scheme === 'Bot' && auth !== 'bearer' && sameSecret(token, context.options.botToken))
    return { kind: 'bot', userId: context.hub.world.botUserId };
  if (scheme === 'Bearer' && auth !== 'bot') {
    const grant = context.hub.state.grants.find((one) => sameSecret(one.accessToken, token));
    if (grant && grant.expiresAt > context.hub.now()) return { kind: 'bearer', userId: grant.userId, grant };
  }
  throw refuse.unauthorized();
}
