import { checkoutCalls, receiptCalls } from '@pax/contracts';
import { callKey } from '../../lib/http/call-api';

export const checkoutKey = (ref: string) => callKey(checkoutCalls.checkout, { ref });
export const receiptKey = (ref: string) => callKey(receiptCalls.receipt, { ref });
/** Prefix of every checkout's query key. */
export const CHECKOUTS = checkoutKey('').slice(0, -1);
