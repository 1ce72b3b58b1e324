import { EVENT_TYPES, order, type EventType } from '@pax/contracts';
import { applyToQuery } from '../../../lib/realtime/apply';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { markFresh } from './fresh-orders';
import { findOrder, isActive, isKnown, placeIn, type OrderList } from './order-list';
import { BOOK_KEYS, BOOK_NAMES, readBooks } from './order-queries';

/** Events that bring an order nobody has seen yet. */
const ARRIVALS: ReadonlySet<EventType> = new Set(['order.paid', 'order.unconfirmed']);

/**
 * An order came or moved: it goes where its newest state belongs, in both lists. A version that is known already, or
 * older, changes nothing (OWN-125, OWN-128).
 */
const onOrder: LiveHandler = (message, client) => {
  const now = order.safeParse(message.data).data;
  const books = readBooks(client);
  if (!now || isKnown(books, now)) return;
  const arrives = ARRIVALS.has(message.type) && isActive(now.status) && !findOrder(books, now.id);
  for (const name of BOOK_NAMES) {
    applyToQuery<OrderList>(client, BOOK_KEYS[name], message, (book) => placeIn(name, book, now));
  }
  if (arrives && findOrder(readBooks(client), now.id)) markFresh(client, now.id);
};

export const orderHandlers: Partial<Record<EventType, LiveHandler>> = Object.fromEntries(
  EVENT_TYPES.filter((type) => type.startsWith('order.')).map((type) => [type, onOrder]),
);
