import { NOTICE_EVENTS, type EventType } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';
import { NOTICES } from './use-notices';

/** Time for which messages are collected, ms: one act of the shop, such as a payment, sends several. */
const COLLECT_MS = 250;

const NOTIFYING: ReadonlySet<EventType> = new Set(Object.values(NOTICE_EVENTS).flat());
const waiting = new WeakSet<QueryClient>();

function refetchNotices(client: QueryClient): void {
  if (waiting.has(client)) return;
  waiting.add(client);
  setTimeout(() => {
    waiting.delete(client);
    void client.invalidateQueries({ queryKey: NOTICES });
  }, COLLECT_MS);
}

/** Refetches notices after a message that has one, because each notice is stored together with its message. */
const onMessage: LiveHandler<'user', 'order' | 'checkout' | 'ticket'> = ({ type }, client) => {
  if (NOTIFYING.has(type)) refetchNotices(client);
};

/** Realtime module that keeps the bell current, also in other tabs. */
export const noticesLive: LiveModule<'user'> = {
  room: 'user',
  queries: [NOTICES],
  handlers: {
    order: onMessage,
    checkout: onMessage,
    ticket: onMessage,
    bell: (_, client) => refetchNotices(client),
  },
};
