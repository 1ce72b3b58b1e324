import { loyaltyCalls } from '@pax/contracts';
import { callKey } from '../../../lib/http/call-api';

/** Query keys of what the account page reads beside `LOYALTY`. */
export const CUSTOMER_TIER = callKey(loyaltyCalls.customerTier);
export const POINTS_HISTORY = callKey(loyaltyCalls.loyaltyHistory);
