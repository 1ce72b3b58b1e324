import { LOYALTY } from '../../../lib/api/keys';
import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';

/** Points, tier and rewards hang together, so a word about one has them all read again. */
const readAgain: LiveHandler = (_, client) => void client.invalidateQueries({ queryKey: LOYALTY });

/** What the account's own room tells of its loyalty. */
export const loyaltyLive: LiveModule = {
  room: 'user',
  queries: [LOYALTY],
  handlers: {
    'balance.changed': readAgain,
    'reward.changed': readAgain,
    'user.updated': readAgain,
  },
};
