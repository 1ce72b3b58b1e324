/**
 * Addresses of the site's pages: the router has a page for each, and the server answers 200 for these and 404 for all
 * others.
 */
export const pagePaths = [
  '/',
  '/payment-success',
  '/payment-cancelled',
  '/receipt',
  '/pay',
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

/** The page of a pay link. The token is part of the path, since the redirect after Discord's sign-in must contain it. */
const PAY_LINK = /^\/pay\/[^/]+$/;

/** The address of a pay link's page. */
export const payLinkAddress = (token: string): string => `/pay/${token}`;

/**
 * The page at an address, as the router finds it: capitals and a trailing slash do not matter.
 * @param path the path of an address, without query @returns undefined when there is no page
 */
export function pageAt(path: string): PagePath | undefined {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  const asked = path.slice(0, end).toLowerCase();
  return PAY_LINK.test(asked) ? '/pay' : pagePaths.find((known) => known === asked);
}

/** The page of a ticket's secret link. The token is in the fragment, which browsers never send. */
export const ticketAddress = (token: string): string => `/support-ticket#${token}`;
