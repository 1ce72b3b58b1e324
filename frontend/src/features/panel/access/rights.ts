import { holdsRight, type RightsHolder, type StaffRight } from '@pax/contracts';
import { createContext, useContext } from 'react';
import { useMe } from '../../../lib/http/current-user';

/** A right by its name, `any` for the whole team, or `admin` for admins only. */
export type PanelRight = StaffRight | 'any' | 'admin';

/** Role and rights of the panel's user. */
const RightsContext = createContext<RightsHolder>({ role: 'customer', rights: [] });
export const RightsProvider = RightsContext.Provider;

export const hasRight = (holder: RightsHolder, right: PanelRight): boolean =>
  right === 'admin' ? holder.role === 'admin' : holdsRight(holder, right);

/** Returns a check whether an order, hold or ticket is the user's own; only admins may act on their own. */
export function useIsBarred(): (thing: { readonly userId: number | null }) => boolean {
  const { role } = useContext(RightsContext);
  const me = useMe();
  return ({ userId }) => role !== 'admin' && userId === me?.id;
}

/** Returns a check whether the user has a right; the server checks every call again. */
export function useHasRight(): (right: PanelRight) => boolean {
  const holder = useContext(RightsContext);
  return (right) => hasRight(holder, right);
}
