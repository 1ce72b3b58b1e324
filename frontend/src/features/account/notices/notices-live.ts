import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';
import { NOTICES } from './use-notices';

/** Refetches notices, because each is stored together with the message about what it is about. */
const refetchNotices: LiveHandler<'user', 'order' | 'checkout' | 'ticket' | 'balance' | 'bell'> = (
  _,
  client,
) => void client.invalidateQueries({ queryKey: NOTICES });

/** Realtime module that keeps the bell current, also in other tabs. */
export const noticesLive: LiveModule<'user'> = {
  room: 'user',
  queries: [NOTICES],
  handlers: {
    order: refetchNotices,
    checkout: refetchNotices,
    ticket: refetchNotices,
    balance: refetchNotices,
    bell: refetchNotices,
  },
};
