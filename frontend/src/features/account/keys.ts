import { accountCalls, loyaltyCalls, peopleCalls } from '@pax/contracts';
import { callKey } from '../../lib/http/call-api';

/** Query keys of the account's sign-in methods. */
export const PASSWORD = callKey(accountCalls.passwordState);
export const SESSIONS = callKey(accountCalls.sessions);
export const SECURITY_NOTICES = callKey(accountCalls.securityNotices);

/** Query key of the friends who applied the user's code and what they earn. */
export const REFERRAL_STATS = callKey(loyaltyCalls.referralStats);

/** Query key of the setting for the bot's direct messages about own orders. */
export const DIRECT_MESSAGES = callKey(peopleCalls.directMessages);
