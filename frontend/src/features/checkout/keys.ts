import { checkoutCalls, receiptCalls } from '@pax/contracts';
import { callKey } from '../../lib/http/call-api';

export const checkoutKey = (ref: string) => callKey(checkoutCalls.checkout, { ref });
export const receiptKey = (ref: string) => callKey(receiptCalls.receipt, { ref });
/** Prefix of the query keys of all checkouts. */
export const CHECKOUTS = checkoutKey('').slice(0, -1);
