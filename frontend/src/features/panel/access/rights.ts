import { holdsRight, type RightsHolder, type StaffRight } from '@pax/contracts';
import { createContext, useContext } from 'react';
import { useCurrentUser } from '../../../lib/http/current-user';

/**
 * Right that a part of the panel requires: a right by its name, `any` for the whole team, or `admin` for admins only.
 */
export type PanelRight = StaffRight | 'any' | 'admin';

/** Role and rights of the user who works in the panel. */
const RightsContext = createContext<RightsHolder>({ role: 'customer', rights: [] });
export const RightsProvider = RightsContext.Provider;

export const hasRight = (holder: RightsHolder, right: PanelRight): boolean =>
  right === 'admin' ? holder.role === 'admin' : holdsRight(holder, right);

/**
 * Returns a check whether an order, hold or ticket belongs to the user, because only admins may change their own ones.
 */
export function useIsOwnEntityBarred(): (thing: { readonly userId: number | null }) => boolean {
  const { role } = useContext(RightsContext);
  const me = useCurrentUser();
  return ({ userId }) => role !== 'admin' && userId === me?.id;
}

/** Returns a check whether the user has a right. It only hides controls, because the server checks every call again. */
export function useHasRight(): (right: PanelRight) => boolean {
  const holder = useContext(RightsContext);
  return (right) => hasRight(holder, right);
}
