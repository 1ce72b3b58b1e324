import { Inject, Injectable } from '@nestjs/common';
import {
  EVENT_TYPES,
  eventDefinition,
  type Aggregate,
  type Channel,
  type EventType,
  alert as alertSchema,
  type Alert,
} from '@pax/contracts';
import { z } from 'zod';
import type { PostProjection, OutboxEvent } from '../../platform/outbox/projections.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { sha256 } from '../../platform/secrets.js';
import type { Tx } from '../../platform/database/transaction.js';
import { writePosts, type NewPost } from './write-posts.js';
import { requestOrderEdits } from './message-edits.js';
import { postTickets } from './ticket-posts.js';
import { queueThreadMessages } from '../threads/thread-messages.js';
import { updateTicketPosts } from '../threads/ticket-threads.js';
import { PURCHASE_TYPES, postPurchases, UNNAMING_TYPES, unnameBuyers } from './purchase-posts.js';
import { StockPosts, type ReadImages } from './stock-posts.js';
import { cachedOrders } from '../../shop/orders/order.mapper.js';

/**
 * Projections that turn events into Discord posts, as the events' definitions say. A channel that is not set up
 * gets no posts.
 */
@Injectable()
export class PostProjections {
  readonly projections: readonly PostProjection[];

  constructor(
    stock: StockPosts,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    const images: ReadImages = (tx, ids) => stock.readImages(tx, ids);
    const setUp = { stock: this.isChannelSetUp('stock'), restocks: this.isChannelSetUp('restocks') };
    this.projections = [
      // First, since it locks posts before any messages, as a deletion does.
      { types: UNNAMING_TYPES, write: unnameBuyers },
      { types: editingEventTypes('order'), write: requestOrderEdits },
      {
        types: this.postedEventTypes('order'),
        tellsPeople: true,
        write: (tx, events) => postOrders(tx, events, images),
      },
      ...(this.isChannelSetUp('purchases')
        ? [
            {
              types: PURCHASE_TYPES,
              write: (tx: Tx, events: readonly OutboxEvent[]) =>
                postPurchases(tx, events, (_, ids) => stock.readImages(tx, ids, true)),
            },
          ]
        : []),
      {
        types: this.postedEventTypes('ticket'),
        write: (tx, events) => postTickets(tx, events, settings.rateLimitFactor),
      },
      ...(this.isChannelSetUp('tickets')
        ? ([
            { types: editingEventTypes('ticket'), write: updateTicketPosts },
            { types: ['ticket.messaged'], write: queueThreadMessages },
          ] as const)
        : []),
      { types: this.postedEventTypes('alert'), write: postAlerts },
      { types: ['stock.changed'], write: (tx, events) => stock.writeStockPosts(tx, events, setUp) },
      { types: ['coins.changed'], write: (tx, events) => stock.writePoolPosts(tx, events, setUp) },
    ];
  }

  private postedEventTypes(wanted: Aggregate): EventType[] {
    return EVENT_TYPES.filter((type) => {
      const { aggregate, post } = eventDefinition(type);
      return aggregate === wanted && post !== undefined && this.isChannelSetUp(post);
    });
  }

  private isChannelSetUp(channel: Channel): boolean {
    return this.settings.discord.channels[channel] !== undefined;
  }
}

/** Lists the types of events after which the first post of an aggregate has to be edited. */
function editingEventTypes(wanted: Aggregate): EventType[] {
  return EVENT_TYPES.filter((type) => {
    const { aggregate, editsPost } = eventDefinition(type);
    return aggregate === wanted && editsPost === true;
  });
}

/** Number of alerts that one alert event counts. */
const alertCount = z.number().int().positive().default(1);

/** Writes a Discord post for each alert event. */
async function postAlerts(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const posts = events.map((event): NewPost => {
    const alert = alertSchema.parse(event.data);
    return {
      ...event,
      channel: 'error',
      foldKey: alertFoldKey(alert, event.data['isFoldable'] === true),
      content: { kind: 'alert', alert, count: alertCount.parse(event.data['times']) },
    };
  });
  await writePosts(tx, posts);
  return ['error'];
}

/**
 * Key by which alerts are folded. A folded post shows only the newest text, so alerts fold only if equal, unless
 * the alert allows more.
 */
function alertFoldKey({ kind, title, detail }: Alert, isFoldable: boolean): string {
  return `alert:${sha256(JSON.stringify(isFoldable ? [kind, title] : [kind, title, detail])).slice(0, 32)}`;
}

/** State of an order at its completion, which may have been archived since. */
const AS_COMPLETED = { status: 'completed', archivedAt: null } as const;

/** Writes posts about order events, with the newest state of the orders. */
export async function postOrders(
  tx: Tx,
  events: readonly OutboxEvent[],
  imagesOf: ReadImages,
): Promise<Channel[]> {
  const orders = await cachedOrders(
    tx,
    events.map(({ aggregateId }) => Number(aggregateId)),
  );
  const images = await imagesOf(
    tx,
    [...orders.values()].map(({ productId }) => productId),
  );
  const posts = events.flatMap((event): NewPost[] => {
    const { post: channel } = eventDefinition(event.type);
    const order = orders.get(Number(event.aggregateId));
    if (!channel || !order) return [];
    const content = {
      kind: 'order' as const,
      order: event.type === 'order.completed' ? { ...order, ...AS_COMPLETED } : order,
      ...images.get(order.productId),
    };
    return [{ ...event, channel, orderId: order.id, content }];
  });
  await writePosts(tx, posts);
  return posts.map(({ channel }) => channel);
}
