import { holdsRight, type RightsHolder, type StaffRight } from '@pax/contracts';
import { createContext, useContext } from 'react';

/** A right by its name, `any` of somebody in the team, or what only admins may. */
export type PanelRight = StaffRight | 'any' | 'admin';

/** Role and rights of whoever looks at the panel. */
const RightsContext = createContext<RightsHolder>({ role: 'customer', rights: [] });
export const RightsProvider = RightsContext.Provider;

export const mayUse = (holder: RightsHolder, right: PanelRight): boolean =>
  right === 'admin' ? holder.role === 'admin' : holdsRight(holder, right);

/** Tells what may be shown; the server decides again on every call (OWN-562). */
export function useCan(): (right: PanelRight) => boolean {
  const holder = useContext(RightsContext);
  return (right) => mayUse(holder, right);
}
