import { accountCalls, loyaltyCalls, peopleCalls } from '@pax/contracts';
import { callKey } from '../../lib/http/call-api';

/** Query keys of the account's ways in. */
export const PASSWORD = callKey(accountCalls.passwordState);
export const SESSIONS = callKey(accountCalls.sessions);
export const SECURITY_NOTICES = callKey(accountCalls.securityNotices);

/** Friends who applied the own code, and what they bring. */
export const REFERRAL_STATS = callKey(loyaltyCalls.referralStats);

/** The setting that lets Discord know the own tier. */
export const LINKED_ROLES = callKey(peopleCalls.linkedRoles);

/** The setting for direct messages by the bot about the own orders. */
export const DIRECT_MESSAGES = callKey(peopleCalls.directMessages);
