import { LOYALTY } from '../../../lib/api/keys';
import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';
import { streamSeq } from '../../../lib/realtime/stream-seqs';

/** Points, tier and rewards hang together, so a word about one has them all read again, unless they contain it. */
const readAgain: LiveHandler = ({ seq }, client) => {
  if (seq > (streamSeq(client, LOYALTY) ?? -1)) void client.invalidateQueries({ queryKey: LOYALTY });
};

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
