/** Addresses of the website: the browser's router has a page for each, and the server answers 404 for all others. */
export const pagePaths = [
  '/',
  '/payment-success',
  '/payment-cancelled',
  '/receipt',
  '/pay',
  '/r',
  '/login',
  '/account',
  '/admin',
  '/privacy-policy',
  '/terms-of-service',
  '/refund-policy',
  '/imprint',
  '/support',
  '/support-ticket',
  '/discord-test',
] as const;

export type PagePath = (typeof pagePaths)[number];

/** Path of a pay link's page. The token is in the path, since the redirect after Discord's sign-in must keep it. */
const PAY_LINK = /^\/pay\/[^/]+$/;

/** Path of a referral link's page. */
const REFERRAL_LINK = /^\/r\/[^/]+$/;

/** Returns the path of a referral link's page. */
export const getReferralAddress = (code: string): string => `/r/${code}`;

/** Returns the path of a pay link's page. */
export const getPayLinkAddress = (token: string): string => `/pay/${token}`;

/**
 * Finds the page at an address as the browser's router does: letter case and a trailing slash are ignored.
 * @param path path of an address, without query
 * @returns undefined when there is no page
 */
export function findPage(path: string): PagePath | undefined {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  const normalized = path.slice(0, end).toLowerCase();
  if (PAY_LINK.test(normalized)) return '/pay';
  return REFERRAL_LINK.test(normalized) ? '/r' : pagePaths.find((known) => known === normalized);
}

/**
 * Returns the address of a ticket's secret page. The token is in the fragment, which browsers never send to a server.
 */
export const getTicketAddress = (token: string): string => `/support-ticket#${token}`;
