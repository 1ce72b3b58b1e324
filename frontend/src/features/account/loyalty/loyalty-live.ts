import { loyaltyCalls } from '@pax/contracts';
import { queryKeyFor } from '../../../lib/http/call-api';
import { LOYALTY } from '../../../lib/http/query-keys';
import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';
import { newestSeqOf } from '../../../lib/realtime/stream-position';

/** Query key of the customer's tier, which only the account page reads. */
export const CUSTOMER_TIER = queryKeyFor(loyaltyCalls.customerTier);
export const POINTS_HISTORY = queryKeyFor(loyaltyCalls.loyaltyHistory);

/**
 * Refetches points, tier and rewards after an event, unless the loaded answer already contains it. Queries of the
 * account page have no stream position, so they are always refetched.
 */
const refetchLoyalty: LiveHandler<'user', 'balance' | 'reward' | 'user'> = ({ seq }, client) => {
  if (seq > (newestSeqOf(client, LOYALTY) ?? -1)) void client.invalidateQueries({ queryKey: LOYALTY });
  for (const queryKey of [CUSTOMER_TIER, POINTS_HISTORY]) void client.invalidateQueries({ queryKey });
};

/** Realtime module for loyalty events of the user's room. */
export const loyaltyLive: LiveModule<'user'> = {
  room: 'user',
  queries: [LOYALTY, CUSTOMER_TIER, POINTS_HISTORY],
  handlers: {
    balance: refetchLoyalty,
    reward: refetchLoyalty,
    user: refetchLoyalty,
  },
};
