/**
 * Addresses of the site's pages: the router draws one page for each, the server answers 200 for these and 404 for any
 * other.
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

/** A pay link's token is a part of its address, since the way back from Discord's sign-in has to name it. */
const PAY_LINK = /^\/pay\/[^/]+$/;

/** The address of a pay link's page. */
export const payLinkAddress = (token: string): string => `/pay/${token}`;

/**
 * The page at an address, as the router finds it: capitals and a slash at the end do not matter.
 * @param path the path of an address, without query; undefined comes back where there is no page
 */
export function pageAt(path: string): PagePath | undefined {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  const asked = path.slice(0, end).toLowerCase();
  return PAY_LINK.test(asked) ? '/pay' : pagePaths.find((known) => known === asked);
}

/** The page of a ticket's secret link. The token is its fragment, which no browser sends anywhere. */
export const ticketAddress = (token: string): string => `/support-ticket#${token}`;
