import { LOYALTY } from '../../../lib/http/keys';
import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';
import { streamSeq } from '../../../lib/realtime/stream-position';

/** Points, tier and rewards are one response: an event refetches it, unless it is contained already. */
const readAgain: LiveHandler<'user', 'balance' | 'reward' | 'user'> = ({ seq }, client) => {
  if (seq > (streamSeq(client, LOYALTY) ?? -1)) void client.invalidateQueries({ queryKey: LOYALTY });
};

/** Loyalty events of the user's room. */
export const loyaltyLive: LiveModule<'user'> = {
  room: 'user',
  queries: [LOYALTY],
  handlers: {
    balance: readAgain,
    reward: readAgain,
    user: readAgain,
  },
};
