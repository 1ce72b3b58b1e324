import { checkoutCalls, receiptCalls } from '@pax/contracts';
import { queryKeyFor } from '../../lib/http/call-api';

export const checkoutKey = (ref: string) => queryKeyFor(checkoutCalls.checkout, { ref });
export const receiptKey = (ref: string) => queryKeyFor(receiptCalls.receipt, { ref });
/** Prefix of the query keys of all checkouts. */
export const CHECKOUTS = checkoutKey('').slice(0, -1);
