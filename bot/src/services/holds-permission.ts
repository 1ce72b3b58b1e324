import { holdsRight, type RightsHolder } from '@pax/contracts';
import type { Policy } from '../core/command.js';

/** Whether somebody, as the backend knows them, is one of those to whom an action is listed. */
export function holdsPermission(holder: RightsHolder, permission: Policy['permission']): boolean {
  if (permission === 'everyone') return true;
  if (permission === 'admin') return holder.role === 'admin';
  return holdsRight(holder, permission === 'staff' ? 'any' : permission);
}
