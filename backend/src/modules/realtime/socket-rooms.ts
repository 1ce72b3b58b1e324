import type { Room } from '@pax/contracts';
import type { Actor } from '../../common/access.js';

/** Rooms of a socket: everybody the shop, an account its own, staff and admins the panel's. */
export function roomsOf(actor: Actor | undefined): Room[] {
  if (!actor) return ['shop'];
  const own: Room[] = ['shop', `user:${actor.userId}`];
  return actor.role === 'customer' || actor.blocked ? own : [...own, 'admin'];
}
