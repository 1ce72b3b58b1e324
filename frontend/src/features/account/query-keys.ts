import { accountCalls, loyaltyCalls, customerCalls } from '@pax/contracts';
import { queryKeyFor } from '../../lib/http/call-api';

/** Query keys of the account's sign-in methods. */
export const PASSWORD = queryKeyFor(accountCalls.passwordState);
export const SESSIONS = queryKeyFor(accountCalls.sessions);
export const SECURITY_NOTICES = queryKeyFor(accountCalls.securityNotices);

/** Query key of the friends who applied the user's code and what they earn. */
export const REFERRAL_STATS = queryKeyFor(loyaltyCalls.referralStats);

/** Query key of the setting for the bot's direct messages about own orders. */
export const DIRECT_MESSAGES = queryKeyFor(customerCalls.directMessages);
