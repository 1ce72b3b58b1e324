import { loyaltyCalls } from '@pax/contracts';
import { callKey } from '../../../lib/http/call-api';
import { LOYALTY } from '../../../lib/http/keys';
import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';
import { newestSeqOf } from '../../../lib/realtime/stream-position';

/** Query keys that the account page reads besides `LOYALTY`. */
export const CUSTOMER_TIER = callKey(loyaltyCalls.customerTier);
export const POINTS_HISTORY = callKey(loyaltyCalls.loyaltyHistory);

/**
 * Points, tier and rewards are one response: an event refetches it, unless it is contained already. The account page's
 * reads name no position, so they are always read again.
 */
const refetchLoyalty: LiveHandler<'user', 'balance' | 'reward' | 'user'> = ({ seq }, client) => {
  if (seq > (newestSeqOf(client, LOYALTY) ?? -1)) void client.invalidateQueries({ queryKey: LOYALTY });
  for (const queryKey of [CUSTOMER_TIER, POINTS_HISTORY]) void client.invalidateQueries({ queryKey });
};

/** Loyalty events of the user's room. */
export const loyaltyLive: LiveModule<'user'> = {
  room: 'user',
  queries: [LOYALTY, CUSTOMER_TIER, POINTS_HISTORY],
  handlers: {
    balance: refetchLoyalty,
    reward: refetchLoyalty,
    user: refetchLoyalty,
  },
};
