import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, eventDefinition } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { testSettings } from '../test/settings.js';
import { Clock } from './platform/clock.js';
import { EventListeners } from './event-listeners.js';
import { Mailer } from './platform/mail/mailer.js';
import { RelayListeners, type EventListenerSet } from './platform/outbox/relay-listeners.js';
import { ProfilesQueries } from './people/profile/profiles.queries.js';
import { RightsRooms } from './people/rights/set-role-rights.js';
import { RoleList } from './people/rights/role-list.js';
import { UserRooms, UsersQueries } from './office/users/users.queries.js';
import { CatalogQueries } from './shop/catalog/catalog.queries.js';
import { CatalogRooms } from './shop/catalog/catalog.rooms.js';
import { DirectMessageProjections } from './discord/direct-messages/direct-message-projections.js';
import { PostProjections } from './discord/posts/post-projections.js';
import { PostQueue } from './discord/posts/post-queue.js';
import { StockPosts } from './discord/posts/stock-posts.js';
import { ReceiptMails } from './shop/receipts/mail/receipt-mails.js';
import { ReceiptsQueries } from './shop/receipts/receipts.queries.js';
import { PURCHASE_TYPES, UNNAMING_TYPES } from './discord/posts/purchase-posts.js';
import { NoticeMails } from './support/notices/mail/notice-mails.js';
import { PushQueue } from './support/notices/push/push-queue.js';
import { TicketMails } from './support/tickets/mail/ticket-mails.js';
import { StreamFanout } from './people/realtime/stream-fanout.js';

const settings = testSettings('postgres://127.0.0.1:9/none');
const database: DataSource = Object.create(DataSource.prototype);
const channels = {
  orders: '1',
  history: '2',
  stock: '3',
  error: '4',
  tickets: '5',
  purchases: '6',
  restocks: '7',
};

function readRegisteredListeners(): EventListenerSet {
  const found: EventListenerSet[] = [];
  const relay: RelayListeners = Object.create(RelayListeners.prototype);
  relay.addListeners = ({ rooms = [], posts = [], writes = [], subscribers = [] }) =>
    void found.push({ rooms, posts, writes, subscribers });
  const catalog: CatalogQueries = Object.create(CatalogQueries.prototype);
  new EventListeners(
    relay,
    new UserRooms(Object.create(ProfilesQueries.prototype), Object.create(UsersQueries.prototype)),
    new RightsRooms(Object.create(RoleList.prototype)),
    new CatalogRooms(catalog, new Clock()),
    new PostProjections(new StockPosts(catalog, new Clock(), settings), {
      ...settings,
      discord: { ...settings.discord, channels },
    }),
    new DirectMessageProjections(settings),
    Object.create(StreamFanout.prototype),
    Object.create(PostQueue.prototype),
    new ReceiptMails(database, Object.create(ReceiptsQueries.prototype), new Mailer(settings), settings),
    new TicketMails(database, new Mailer(settings), settings),
    new NoticeMails(database, new Mailer(settings), settings),
    new PushQueue(settings),
    settings,
  ).onModuleInit();
  const [listeners] = found;
  if (!listeners) throw new Error('Nobody was registered.');
  return listeners;
}

describe('who listens to events', () => {
  const all = EVENT_TYPES.map((type) => ({ type, ...eventDefinition(type) }));

  it('is one projection for each aggregate that a room hears of', () => {
    const heard = all.filter(({ rooms }) => Object.keys(rooms).length > 0).map(({ aggregate }) => aggregate);
    const projected = readRegisteredListeners().rooms.map(({ aggregate }) => aggregate);
    expect(projected.toSorted()).toEqual([...new Set(heard)].toSorted());
  });

  it('is one projection for each event that is posted, and one for each that edits a post', () => {
    const due = all.flatMap(({ type, post, editsPost }) => [
      ...(post ? [type] : []),
      ...(editsPost ? [type] : []),
    ]);
    const written = readRegisteredListeners().posts.flatMap(({ types }) => types);
    // Shoppers hear of purchases in a channel of their own, and a ticket's thread shows its messages.
    expect(written.toSorted()).toEqual(
      [...due, ...PURCHASE_TYPES, ...UNNAMING_TYPES, 'ticket.messaged'].toSorted(),
    );
  });

  it('is the mails of a payment and of a ticket, and the notices of both and of orders', () => {
    expect(readRegisteredListeners().writes.flatMap(({ types }) => types)).toEqual([
      'checkout.paid',
      'ticket.opened',
      'ticket.messaged',
      'ticket.answered',
      'ticket.closed',
      'checkout.paid',
      'order.processing',
      'order.released',
      'order.completed',
      'order.cancelled',
      'order.refunded',
      'ticket.answered',
      'ticket.closed',
      'ticket.messaged',
      'bell.added',
    ]);
  });

  it('is the sockets and the post queue after each step', () => {
    expect(readRegisteredListeners().subscribers).toHaveLength(2);
  });
});
