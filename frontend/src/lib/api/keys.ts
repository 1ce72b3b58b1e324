/** Keys of the queries that several features read: the segments of their addresses. */
export const PRODUCTS = ['api', 'products'] as const;
export const COIN_STOCK = ['api', 'coin-stock'] as const;
export const ME = ['api', 'auth', 'me'] as const;
export const PROFILE = ['api', 'account', 'profile'] as const;
export const PASSWORD = ['api', 'account', 'password'] as const;
export const SESSIONS = ['api', 'account', 'sessions'] as const;
export const SECURITY_NOTICES = ['api', 'account', 'security-notices'] as const;
export const OWN_ORDERS = ['api', 'orders'] as const;
export const CHECKOUTS = ['api', 'checkouts'] as const;
export const checkoutKey = (reference: string) => [...CHECKOUTS, reference] as const;
export const SERVER_INFO = ['api', 'discord', 'server-info'] as const;
/** What works right now, ways to pay among it. */
export const READY = ['api', 'health', 'ready'] as const;
/** What the buyer may have of the goods that follow in the key. */
export const HOLD_LIMITS = ['hold-limits'] as const;
export const LOYALTY = ['api', 'loyalty'] as const;
