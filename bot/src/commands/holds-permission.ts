import { holdsRight, type RightsHolder } from '@pax/contracts';
import type { Policy } from './command.js';

/** Tells whether an action is listed to a person with these rights. */
export function holdsPermission(holder: RightsHolder, permission: Policy['permission']): boolean {
  if (permission === 'everyone') return true;
  if (permission === 'admin') return holder.role === 'admin';
  return holdsRight(holder, permission === 'staff' ? 'any' : permission);
}
