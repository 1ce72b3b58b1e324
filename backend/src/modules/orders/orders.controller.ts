import { Controller, Param, Res } from '@nestjs/common';
import {
  orderCalls,
  orderTransition,
  type ListQuery,
  type Order,
  type OrderPatchRequest,
  type OrderRefundRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, type Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/http/current-actor.js';
import { sendPage } from '../../common/http/send-page.js';
import { IdParam, parse, ZodBody, ZodQuery } from '../../common/http/zod.pipe.js';
import { Call } from '../../infra/calls/call.js';
import { StreamStore } from '../../infra/outbox/stream-store.js';
import { CancelOrder } from './cancel-order.js';
import { TransitionOrder } from './transition-order.js';
import { OrdersQueries } from './orders.queries.js';
import { RefundOrder } from './refund-order.js';

@Controller()
export class OrdersController {
  constructor(
    private readonly orders: OrdersQueries,
    private readonly transitionOrder: TransitionOrder,
    private readonly cancelOrder: CancelOrder,
    private readonly refundOrder: RefundOrder,
    private readonly streams: StreamStore,
  ) {}

  /** All own orders, newest first; blocked accounts keep seeing theirs. */
  @Call(orderCalls.ownOrders)
  async own(
    @CurrentActor() { userId }: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Order[]> {
    await this.streams.setSeqHeader(reply, `user:${userId}`);
    return this.orders.own(userId);
  }

  @Call(orderCalls.activeOrders)
  async active(
    @ZodQuery(orderCalls.activeOrders.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Order[]> {
    await this.streams.setSeqHeader(reply, 'admin');
    return sendPage(reply, orderCalls.activeOrders, query, await this.orders.active(query));
  }

  @Call(orderCalls.archivedOrders)
  async archived(
    @ZodQuery(orderCalls.archivedOrders.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Order[]> {
    await this.streams.setSeqHeader(reply, 'admin');
    return sendPage(reply, orderCalls.archivedOrders, query, await this.orders.archived(query));
  }

  @Call(orderCalls.transitionOrder)
  move(
    @CurrentActor() actor: Actor,
    @IdParam() orderId: number,
    @Param('move') move: string,
    @ZodBody(orderCalls.transitionOrder.body) { version }: OrderPatchRequest,
  ): Promise<Order> {
    const input = { orderId, actor: actorName(actor), version };
    const wanted = parse(orderTransition, move);
    return wanted === 'cancel'
      ? this.cancelOrder.execute(input)
      : this.transitionOrder.execute({ ...input, transition: wanted });
  }

  /** Gives the money of a delivered order back; one that is not delivered is cancelled instead. */
  @Call(orderCalls.refundOrder)
  refund(
    @CurrentActor() actor: Actor,
    @IdParam() orderId: number,
    @ZodBody(orderCalls.refundOrder.body) input: OrderRefundRequest,
  ): Promise<Order> {
    return this.refundOrder.execute({ ...input, orderId, actor: actorName(actor) });
  }
}
