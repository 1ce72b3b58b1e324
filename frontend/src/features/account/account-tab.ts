/** Tabs of the account page, in their order. */
export const ACCOUNT_TABS = [
  'orders',
  'profile',
  'security',
  'achievements',
  'referrals',
  'loyalty',
  'history',
  'support',
] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

/** Fragments of old links, and of what was linked, with the tab that has their card. */
const FRAGMENT_TABS: Readonly<Record<string, AccountTab>> = {
  '#password': 'security',
  '#discord': 'profile',
};

/** Returns the tab that an address of the account page opens, by query and fragment; the orders by default. */
export function accountTabOf(search: string, hash: string): AccountTab {
  const asked = new URLSearchParams(search).get('tab') ?? FRAGMENT_TABS[hash];
  return ACCOUNT_TABS.find((known) => known === asked) ?? 'orders';
}
