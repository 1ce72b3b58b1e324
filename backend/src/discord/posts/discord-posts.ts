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
import { editOrderPosts, postOrders, type ImagesOf, writePosts, type NewPost } from './write-posts.js';
import { postTickets } from './ticket-posts.js';
import { updateTicketPosts } from '../threads/thread-tasks.js';
import { StockPosts } from './stock-posts.js';

/** Projections of events to Discord posts, by the definitions. Channels that are not set up get no posts. */
@Injectable()
export class DiscordPosts {
  readonly projections: readonly PostProjection[];

  constructor(
    stock: StockPosts,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    const images: ImagesOf = (tx, ids) => stock.imagesOf(tx, ids);
    const isStockSetUp = this.isSetUp('stock');
    this.projections = [
      { types: editsOf('order'), write: editOrderPosts },
      { types: this.postedOf('order'), write: (tx, events) => postOrders(tx, events, images) },
      {
        types: this.postedOf('ticket'),
        write: (tx, events) => postTickets(tx, events, settings.rateLimitFactor),
      },
      ...(this.isSetUp('tickets') ? [{ types: editsOf('ticket'), write: updateTicketPosts }] : []),
      { types: this.postedOf('alert'), write: postAlerts },
      { types: ['stock.changed'], write: (tx, events) => stock.ofStock(tx, events, isStockSetUp) },
      { types: ['coins.changed'], write: (tx, events) => stock.ofCoins(tx, events, isStockSetUp) },
    ];
  }

  private postedOf(wanted: Aggregate): EventType[] {
    return EVENT_TYPES.filter((type) => {
      const { aggregate, post } = eventDefinition(type);
      return aggregate === wanted && post !== undefined && this.isSetUp(post);
    });
  }

  private isSetUp(channel: Channel): boolean {
    return this.settings.discord.channels[channel] !== undefined;
  }
}

/** The types of events that change how the first post of an aggregate looks. */
function editsOf(wanted: Aggregate): EventType[] {
  return EVENT_TYPES.filter((type) => {
    const { aggregate, editsPost } = eventDefinition(type);
    return aggregate === wanted && editsPost === true;
  });
}

/** Number of alerts that one event stands for. */
const times = z.number().int().positive().default(1);

/** Writes the posts of alerts. */
async function postAlerts(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const posts = events.map((event): NewPost => {
    const alert = alertSchema.parse(event.data);
    return {
      ...event,
      channel: 'error',
      foldKey: foldKeyOf(alert, event.data['isFoldable'] === true),
      content: { kind: 'alert', alert, count: times.parse(event.data['times']) },
    };
  });
  await writePosts(tx, posts);
  return ['error'];
}

/** A folded post shows the newest text alone, so only exact repeats fold unless the alert says otherwise. */
function foldKeyOf({ kind, title, detail }: Alert, isFoldable: boolean): string {
  return `alert:${sha256(JSON.stringify(isFoldable ? [kind, title] : [kind, title, detail])).slice(0, 32)}`;
}
