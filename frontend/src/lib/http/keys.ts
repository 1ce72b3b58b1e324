/** Query keys shared by features: the segments of their addresses. */
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
/** Service readiness, including the payment methods. */
export const READY = ['api', 'health', 'ready'] as const;
/** Hold limits of the products that follow in the key. */
export const HOLD_LIMITS = ['hold-limits'] as const;
export const LOYALTY = ['api', 'loyalty'] as const;
