import { coldAddresses, isSeenBy, tabAddresses, type Address } from '../browser/cold-pages.js';

/** Tabs of the account page except the first. */
const ACCOUNT_TABS = ['achievements', 'referrals', 'orders', 'loyalty', 'history', 'security', 'support'];

/** An address to judge, and its viewer. */
export interface JudgedAddress {
  readonly address: string;
  readonly viewer: 'visitor' | 'admin';
}

/** Ids in the judged shop that addresses contain. */
export interface JudgedIds {
  readonly product: number;
  /** Reference of the admin's paid checkout. */
  readonly paid: string;
  /** Secret token of a visitor's ticket. */
  readonly ticket: string;
}

/**
 * All addresses of the website except the home page, which is measured separately, and further views of pages. Pages
 * that redirect an admin are viewed by a visitor.
 */
export function judgedAddresses({ product, paid, ticket }: JudgedIds): readonly JudgedAddress[] {
  const asAdmin = (address: string): JudgedAddress => ({ address, viewer: 'admin' });
  const completeAddress = (address: Address): string => {
    if (address === '/payment-success' || address === '/receipt') return `${address}?checkout=${paid}`;
    return address === '/support-ticket' ? `${address}#${ticket}` : address;
  };
  const routed = coldAddresses
    .filter((address) => address !== '/')
    .map((address): JudgedAddress => ({
      address: completeAddress(address),
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
