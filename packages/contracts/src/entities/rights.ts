import { z } from 'zod';

export const ROLES = ['customer', 'staff', 'admin'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;

/**
 * Rights of staff, which Discord roles grant. Admins hold all of them, and only admins may block accounts, set the pool
 * and store credit, and grant rights.
 */
export const STAFF_RIGHTS = ['orders', 'move', 'refund', 'money', 'products', 'users', 'tickets'] as const;
export const staffRight = z.enum(STAFF_RIGHTS);
export type StaffRight = z.infer<typeof staffRight>;

/** Rights of the role in `DISCORD_STAFF_ROLE_ID`, until an admin changes them. */
export const DEFAULT_STAFF_RIGHTS: readonly StaffRight[] = STAFF_RIGHTS.filter(
  (right) => right !== 'refund' && right !== 'money',
);

/** Right that another right needs; for example, only staff who see an order can act on it. */
const NEEDED_RIGHTS: Readonly<Partial<Record<StaffRight, StaffRight>>> = { move: 'orders', refund: 'orders' };

/** Adds the rights that the given rights need. @returns each right once, in the order of `STAFF_RIGHTS` */
export function addNeededRights(rights: readonly StaffRight[]): StaffRight[] {
  const all = new Set(rights.flatMap((right) => [right, NEEDED_RIGHTS[right] ?? right]));
  return STAFF_RIGHTS.filter((right) => all.has(right));
}

/** Removes a right, and all rights that need it. */
export const removeRight = (rights: readonly StaffRight[], right: StaffRight): StaffRight[] =>
  rights.filter((held) => held !== right && NEEDED_RIGHTS[held] !== right);

/** Role and rights of a person. */
export interface RightsHolder {
  readonly role: Role;
  readonly rights: readonly StaffRight[];
}

/** True when a person holds the given right; for `any`, true for all staff. */
export const holdsRight = (holder: RightsHolder, right: StaffRight | 'any'): boolean =>
  holder.role === 'admin' || (holder.role === 'staff' && (right === 'any' || holder.rights.includes(right)));
