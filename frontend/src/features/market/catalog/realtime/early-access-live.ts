import type { QueryClient } from '@tanstack/react-query';
import { PRODUCTS } from '../../../../lib/http/keys';
import type { LiveHandler, LiveModule } from '../../../../lib/realtime/live-module';
import { isRecord } from '../../../../lib/values/guards';

/** Early access as the last event named it, by page. */
const known = new WeakMap<QueryClient, boolean>();

/** Refetches products when early access changes: it shows or hides some, and those send no event of their own. */
const onBalance: LiveHandler<'user', 'balance'> = ({ data }, client) => {
  const now = isRecord(data) ? data['earlyAccess'] : undefined;
  if (typeof now !== 'boolean' || now === known.get(client)) return;
  known.set(client, now);
  void client.invalidateQueries({ queryKey: PRODUCTS });
};

/** Redeemed, held back and freed early access; each comes with a change of points. */
export const earlyAccessLive: LiveModule<'user'> = {
  room: 'user',
  queries: [],
  handlers: { balance: onBalance },
};
