import { STAFF_RIGHTS, holdsRight, type RightsHolder, type Room } from '@pax/contracts';
import type { Actor } from '../calls/access.js';

/**
 * Rooms of a socket: everybody the shop, an account its own once its second step is passed and unless it is blocked,
 * staff and admins the panel's.
 */
export function roomsOf(actor: Actor | undefined): Room[] {
  if (!actor || actor.identity.mustPass || actor.blocked) return ['shop'];
  const own: Room[] = ['shop', `user:${actor.userId}`];
  return actor.role === 'customer' ? own : [...own, 'admin'];
}

/** Names sockets of the panel that are shown the same: those with the same role and rights. */
export const viewOf = (holder: RightsHolder): string =>
  `view:${holder.role}:${STAFF_RIGHTS.filter((right) => holdsRight(holder, right)).join()}`;
