/** The page of a ticket's secret link. The token is its fragment, which no browser sends anywhere (OWN-525). */
export const ticketAddress = (token: string): string => `/support-ticket#${token}`;

/** The token in an address's fragment, if it can be one. */
export const tokenIn = (hash: string): string | undefined => /^#([\w-]{22})$/.exec(hash)?.[1];
