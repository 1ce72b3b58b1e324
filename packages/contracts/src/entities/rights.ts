import { z } from 'zod';
import type { Role } from './role.js';

/**
 * What a person of the team may do, by name. Granted to Discord roles; admins hold all of them, and blocking,
 * pool, credit and granting are theirs alone.
 */
export const STAFF_RIGHTS = ['orders', 'move', 'refund', 'money', 'products', 'users', 'tickets'] as const;
export const staffRight = z.enum(STAFF_RIGHTS);
export type StaffRight = z.infer<typeof staffRight>;

/** What the role `DISCORD_STAFF_ROLE_ID` gives until an admin changes it. */
export const STARTING_RIGHTS: readonly StaffRight[] = STAFF_RIGHTS.filter(
  (right) => right !== 'refund' && right !== 'money',
);

/** Who acts on an order has to see it. */
const NEEDS: Readonly<Partial<Record<StaffRight, StaffRight>>> = { move: 'orders', refund: 'orders' };

/** The rights with those that they need, each once, in the order of `STAFF_RIGHTS`. */
export function withNeededRights(rights: readonly StaffRight[]): StaffRight[] {
  const all = new Set(rights.flatMap((right) => [right, NEEDS[right] ?? right]));
  return STAFF_RIGHTS.filter((right) => all.has(right));
}

/** The rights without one, and without those that need it. */
export const withoutRight = (rights: readonly StaffRight[], right: StaffRight): StaffRight[] =>
  rights.filter((held) => held !== right && NEEDS[held] !== right);

/** What a role and its rights let a person do. */
export interface RightsHolder {
  readonly role: Role;
  readonly rights: readonly StaffRight[];
}

/** Whether somebody holds a right; `any` is that of everybody in the team. */
export const holdsRight = ({ role, rights }: RightsHolder, right: StaffRight | 'any'): boolean =>
  role === 'admin' || (role === 'staff' && (right === 'any' || rights.includes(right)));
