import { accountCalls } from '@pax/contracts';
import { callKey } from '../../lib/http/call-api';

/** Query keys of the account's ways in. */
export const PASSWORD = callKey(accountCalls.passwordState);
export const SESSIONS = callKey(accountCalls.sessions);
export const SECURITY_NOTICES = callKey(accountCalls.securityNotices);
