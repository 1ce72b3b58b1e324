import type { SecurityNotice } from '@pax/contracts';
import { PROFILE } from '../../lib/http/query-keys';
import type { LiveHandler, LiveModule } from '../../lib/realtime/live-module';
import { REFERRAL_STATS, PASSWORD, SECURITY_NOTICES, SESSIONS } from './query-keys';
import { isRecord } from '../../lib/values/is-record';

/** Refetches referral data, because a friend's purchase adds credit and another tab may have changed the code. */
const refetchReferrals: LiveHandler<'user', 'balance' | 'user'> = (_, client) => {
  for (const queryKey of [REFERRAL_STATS, PROFILE]) void client.invalidateQueries({ queryKey });
};

/** Realtime module that keeps referral data current by events of the user's room. */
export const referralLive: LiveModule<'user'> = {
  room: 'user',
  queries: [REFERRAL_STATS],
  handlers: { balance: refetchReferrals, user: refetchReferrals },
};

const isSecurityNotice = (data: unknown): data is SecurityNotice =>
  isRecord(data) && Number.isInteger(data['id']) && typeof data['kind'] === 'string';

/**
 * Kinds of security events shown as a toast, because someone else may have caused them; the user has already seen a
 * confirmation of all others.
 */
const SHOWN_AS_TOAST: ReadonlySet<SecurityNotice['kind']> = new Set(['new_browser', 'discord_linked']);

const onSecurityNotice: LiveHandler<'user', 'notice'> = ({ data }, client) => {
  for (const queryKey of [SECURITY_NOTICES, SESSIONS, PASSWORD, PROFILE])
    void client.invalidateQueries({ queryKey });
  if (isSecurityNotice(data) && SHOWN_AS_TOAST.has(data.kind))
    void import('./show-security-toast').then(({ showSecurityToast }) => showSecurityToast(data));
};

/** Realtime module for security events of the user's room. */
export const securityLive: LiveModule<'user'> = {
  room: 'user',
  queries: [SECURITY_NOTICES],
  handlers: { notice: onSecurityNotice },
};
