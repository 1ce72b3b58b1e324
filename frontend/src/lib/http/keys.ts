import { accountCalls, authCalls, catalogCalls, loyaltyCalls, orderCalls } from '@pax/contracts';
import { callKey } from './call-api';

/** Query keys that several features use. */
export const PRODUCTS = callKey(catalogCalls.products);
export const COIN_STOCK = callKey(catalogCalls.coinStock);
export const ME = callKey(authCalls.me);
export const PROFILE = callKey(accountCalls.profile);
export const OWN_ORDERS = callKey(orderCalls.ownOrders);
/** Prefix of the query keys of hold limits; the products follow in the key. */
export const HOLD_LIMITS = ['hold-limits'] as const;
export const LOYALTY = callKey(loyaltyCalls.loyalty);
