import { Controller, Get, HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import {
  listQuery,
  orderTransition,
  orderPatchRequest,
  orderRefundRequest,
  type ListQuery,
  type Order,
  type OrderPatchRequest,
  type OrderRefundRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, Allow, type Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/current-actor.js';
import { sendPage } from '../../common/send-page.js';
import { IdParam, parse, ZodBody, ZodQuery } from '../../common/zod.pipe.js';
import { StreamStore } from '../../infra/realtime/stream-store.js';
import { CancelOrder } from './cancel-order.js';
import { TransitionOrder } from './transition-order.js';
import { OrdersQueries } from './orders.queries.js';
import { RefundOrder } from './refund-order.js';

@Controller('api')
export class OrdersController {
  constructor(
    private readonly orders: OrdersQueries,
    private readonly transitionOrder: TransitionOrder,
    private readonly cancelOrder: CancelOrder,
    private readonly refundOrder: RefundOrder,
    private readonly heads: StreamStore,
  ) {}

  /** All own orders, newest first; blocked accounts keep seeing theirs. */
  @Get('orders')
  @Allow('restricted')
  async own(
    @CurrentActor() { userId }: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Order[]> {
    await this.heads.sendWith(reply, `user:${userId}`);
    return this.orders.own(userId);
  }

  @Get('admin/orders')
  @Allow('staff')
  async active(
    @ZodQuery(listQuery) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Order[]> {
    await this.heads.sendWith(reply, 'admin');
    return sendPage(reply, 'admin/orders', query, await this.orders.active(query));
  }

  @Get('admin/orders/archived')
  @Allow('staff')
  async archived(
    @ZodQuery(listQuery) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Order[]> {
    await this.heads.sendWith(reply, 'admin');
    return sendPage(reply, 'admin/orders/archived', query, await this.orders.archived(query));
  }

  @Patch('admin/orders/:id/:move')
  @Allow('staff')
  move(
    @CurrentActor() actor: Actor,
    @IdParam() orderId: number,
    @Param('move') move: string,
    @ZodBody(orderPatchRequest.optional().default({})) { version }: OrderPatchRequest,
  ): Promise<Order> {
    const input = { orderId, actor: actorName(actor), version };
    const wanted = parse(orderTransition, move);
    return wanted === 'cancel'
      ? this.cancelOrder.execute(input)
      : this.transitionOrder.execute({ ...input, transition: wanted });
  }

  /** Gives the money of a delivered order back; one that is not delivered is cancelled instead. */
  @Post('admin/orders/:id/refund')
  @HttpCode(200)
  @Allow('staff')
  refund(
    @CurrentActor() actor: Actor,
    @IdParam() orderId: number,
    @ZodBody(orderRefundRequest.optional().default({})) input: OrderRefundRequest,
  ): Promise<Order> {
    return this.refundOrder.execute({ ...input, orderId, actor: actorName(actor) });
  }
}
