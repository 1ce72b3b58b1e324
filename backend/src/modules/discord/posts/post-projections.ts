import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { EDITS_ORDER_POST, EVENT_CHANNEL, type Channel, type EventType } from '@pax/contracts';
import { Projections, type PostProjection } from '../../../infra/outbox/projections.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { postAlerts } from './alert-posts.js';
import { editOrderPosts, ORDER_EVENTS, postOrders } from './order-posts.js';
import { StockPosts } from './stock-posts.js';

/** Registers the projections of events to Discord posts. Channels that are not set up get no posts. */
@Injectable()
export class PostProjections implements OnModuleInit {
  constructor(
    private readonly projections: Projections,
    private readonly stock: StockPosts,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.projections.addPosts(EDITS_ORDER_POST, editOrderPosts);
    this.add(ORDER_EVENTS, postOrders);
    this.add(['alert.raised'], postAlerts);
    this.projections.addPosts(['stock.changed'], (tx, events) =>
      this.stock.ofStock(tx, events, this.isSetUp('stock')),
    );
    this.projections.addPosts(['coins.changed'], (tx, events) =>
      this.stock.ofCoins(tx, events, this.isSetUp('stock')),
    );
  }

  private add(types: readonly EventType[], projection: PostProjection): void {
    const posted = types.filter((type) => {
      const channel = EVENT_CHANNEL[type];
      return channel !== undefined && this.isSetUp(channel);
    });
    this.projections.addPosts(posted, projection);
  }

  private isSetUp(channel: Channel): boolean {
    return this.settings.discord.channels[channel] !== undefined;
  }
}
