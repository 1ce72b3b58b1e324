import { Controller, Res } from '@nestjs/common';
import {
  orderCalls,
  type ListQuery,
  type Order,
  type OrderReason,
  type OrderViewCounts,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { sendPage } from '../../platform/lists/send-page.js';
import { PathParam, ZodQuery } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/shop-error.js';
import { Call } from '../../platform/calls/call.js';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { OrdersQueries } from './orders.queries.js';

@Controller()
export class OrdersController {
  constructor(
    private readonly orders: OrdersQueries,
    private readonly streams: StreamStore,
  ) {}

  /** Lists all orders of the caller, newest first. Blocked accounts can still see theirs. */
  @Call(orderCalls.ownOrders)
  async listOwn(
    @CurrentActor() { userId }: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Order[]> {
    await this.streams.setSeqHeader(reply, `user:${userId}`);
    return this.orders.listOwn(userId);
  }

  @Call(orderCalls.activeOrders)
  async listActive(
    @CurrentActor() actor: Actor,
    @ZodQuery(orderCalls.activeOrders.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Order[]> {
    await this.streams.setSeqHeader(reply, 'admin');
    const page = await this.orders.pageOfActive(query, actorName(actor));
    return sendPage(reply, orderCalls.activeOrders, query, page);
  }

  @Call(orderCalls.orderViews)
  countViews(@CurrentActor() actor: Actor): Promise<OrderViewCounts> {
    return this.orders.countViews(actorName(actor));
  }

  @Call(orderCalls.archivedOrders)
  async listArchived(
    @ZodQuery(orderCalls.archivedOrders.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Order[]> {
    await this.streams.setSeqHeader(reply, 'admin');
    return sendPage(reply, orderCalls.archivedOrders, query, await this.orders.pageOfArchived(query));
  }

  @Call(orderCalls.order)
  async readOrder(@PathParam(orderCalls.order, 'id') id: number): Promise<Order> {
    const order = await this.orders.findOrder(id);
    if (!order) throw new ShopError('NOT_FOUND', 'There is no such order.');
    return order;
  }

  @Call(orderCalls.orderReasons)
  async listReasons(@PathParam(orderCalls.orderReasons, 'id') id: number): Promise<OrderReason[]> {
    await this.readOrder(id);
    return this.orders.listReasons(id);
  }
}
