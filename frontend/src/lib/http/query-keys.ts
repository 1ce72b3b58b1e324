import { accountCalls, authCalls, catalogCalls, loyaltyCalls, orderCalls } from '@pax/contracts';
import { queryKeyFor } from './call-api';

/** Query keys that several features use. */
export const PRODUCTS = queryKeyFor(catalogCalls.products);
export const COIN_STOCK = queryKeyFor(catalogCalls.coinStock);
export const ME = queryKeyFor(authCalls.me);
export const PROFILE = queryKeyFor(accountCalls.profile);
export const OWN_ORDERS = queryKeyFor(orderCalls.ownOrders);
/** Prefix of the query keys of quotes; the cart and the buyer's terms follow in the key. */
export const QUOTES = ['checkout-quote'] as const;
/** Prefix of the query keys of hold limits; the products follow in the key. */
export const HOLD_LIMITS = ['hold-limits'] as const;
export const LOYALTY = queryKeyFor(loyaltyCalls.loyalty);
