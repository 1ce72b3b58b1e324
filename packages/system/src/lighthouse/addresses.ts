import { coldAddresses, isSeenBy, tabAddresses, type Address } from '../browser/cold-pages.js';

/** What the account shows beside its first tab. */
const ACCOUNT_TABS = ['achievements', 'referrals', 'orders', 'loyalty', 'history', 'security', 'support'];

/** An address and who looks at it. */
export interface JudgedAddress {
  readonly address: string;
  readonly viewer: 'visitor' | 'admin';
}

/** What the addresses name of the shop that is judged. */
export interface JudgedThings {
  readonly product: number;
  /** A paid checkout of the admin's. */
  readonly paid: string;
  /** Secret token of a visitor's ticket. */
  readonly ticket: string;
}

/**
 * Every address of the router but the home page, which is measured by itself, and what pages show at other addresses. A
 * visitor looks at what leads an admin elsewhere.
 */
export function judgedAddresses({ product, paid, ticket }: JudgedThings): readonly JudgedAddress[] {
  const asAdmin = (address: string): JudgedAddress => ({ address, viewer: 'admin' });
  const complete = (address: Address): string => {
    if (address === '/payment-success' || address === '/receipt') return `${address}?checkout=${paid}`;
    return address === '/support-ticket' ? `${address}#${ticket}` : address;
  };
  const routed = coldAddresses
    .filter((address) => address !== '/')
    .map((address): JudgedAddress => ({
      address: complete(address),
      viewer: isSeenBy('admin', address) ? 'admin' : 'visitor',
    }));
  const others = [
    `/?product=${product}`,
    '/#checkout',
    ...ACCOUNT_TABS.map((tab) => `/account?tab=${tab}`),
    ...tabAddresses,
  ];
  return [...routed, ...others.map(asAdmin)];
}
