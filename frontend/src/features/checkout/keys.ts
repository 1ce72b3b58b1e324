import { checkoutCalls } from '@pax/contracts';
import { callKey } from '../../lib/http/call-api';

export const checkoutKey = (ref: string) => callKey(checkoutCalls.checkout, { ref });
/** The beginning of every checkout's key. */
export const CHECKOUTS = checkoutKey('').slice(0, -1);
