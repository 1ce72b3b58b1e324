import { PROFILE } from '../../../lib/http/keys';
import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';
import { REFERRAL_STATS } from '../keys';

/** A friend's purchase books on the own credit; codes are part of the account, perhaps changed in another tab. */
const readAgain: LiveHandler<'user', 'balance' | 'user'> = (_, client) => {
  for (const queryKey of [REFERRAL_STATS, PROFILE]) void client.invalidateQueries({ queryKey });
};

/** Referrals in the user's room. */
export const referralLive: LiveModule<'user'> = {
  room: 'user',
  queries: [REFERRAL_STATS],
  handlers: { balance: readAgain, user: readAgain },
};
