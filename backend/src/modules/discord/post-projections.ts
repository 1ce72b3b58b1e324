import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { EDITS_ORDER_POST, POSTED, type Channel, type EventType } from '@pax/contracts';
import { Projections, type PostProjection } from '../../infra/outbox/projections.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { postAlert } from './alert-posts.js';
import { editOrderPosts, ORDER_EVENTS, postOrder } from './order-posts.js';
import { StockPosts } from './stock-posts.js';

/** Enters with the relay what each event means for Discord. A channel that is not set up gets no posts. */
@Injectable()
export class PostProjections implements OnModuleInit {
  constructor(
    private readonly projections: Projections,
    private readonly stock: StockPosts,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.projections.addPosts(EDITS_ORDER_POST, editOrderPosts);
    for (const type of ORDER_EVENTS) this.add(type, postOrder);
    this.add('alert.raised', postAlert);
    this.projections.addPosts(['stock.changed'], (tx, event) =>
      this.stock.ofStock(tx, event, this.isSetUp('stock')),
    );
    this.projections.addPosts(['coins.changed'], (tx, event) =>
      this.stock.ofCoins(tx, event, this.isSetUp('stock')),
    );
  }

  private add(type: EventType, projection: PostProjection): void {
    const channel = POSTED[type];
    if (channel !== undefined && this.isSetUp(channel)) this.projections.addPosts([type], projection);
  }

  private isSetUp(channel: Channel): boolean {
    return this.settings.discord.channels[channel] !== undefined;
  }
}
