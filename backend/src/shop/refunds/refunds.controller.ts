import { Controller, Res } from '@nestjs/common';
import {
  orderCalls,
  refundCalls,
  type CallQuery,
  type ListQuery,
  type Order,
  type OrderRefund,
  type OrderRefundRequest,
  type RefundPreview,
  type RefundDoneRequest,
  type StrandedPayment,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { Call } from '../../platform/calls/call.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam, ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { sendPage } from '../../platform/lists/send-page.js';
import { ShopError } from '../../platform/shop-error.js';
import { RecordLateCrypto } from './record-late-crypto.js';
import { MarkRefundDone } from './manual-refunds.js';
import { RefundLimit } from './refund-limit.js';
import { RefundOrder } from './refund-order.js';
import { RefundsQueries } from './refunds.queries.js';
import { StrandedQueries } from './stranded-payments.queries.js';

@Controller()
export class RefundsController {
  constructor(
    private readonly queries: RefundsQueries,
    private readonly strandedQueries: StrandedQueries,
    private readonly refundOrder: RefundOrder,
    private readonly refundLimit: RefundLimit,
    private readonly markRefundDone: MarkRefundDone,
    private readonly lateCrypto: RecordLateCrypto,
  ) {}

  /** Refunds a delivered order. An undelivered order is cancelled instead. */
  @Call(orderCalls.refundOrder)
  refundDelivered(
    @CurrentActor() actor: Actor,
    @PathParam(orderCalls.refundOrder, 'id') orderId: number,
    @ZodBody(orderCalls.refundOrder.body) input: OrderRefundRequest,
  ): Promise<Order> {
    const checkRefund = this.refundLimit.makeCheckFor(actor);
    const by = { actor: actorName(actor), role: actor.role };
    return this.refundOrder.execute({ ...input, ...by, orderId, checkRefund });
  }

  @Call(refundCalls.orderRefunds)
  listRefundsOfOrder(@PathParam(refundCalls.orderRefunds, 'id') orderId: number): Promise<OrderRefund[]> {
    return this.queries.listOfOrder(orderId);
  }

  @Call(refundCalls.refundPreview)
  async previewRefund(
    @PathParam(refundCalls.refundPreview, 'id') orderId: number,
    @ZodQuery(refundCalls.refundPreview.query) { amount }: CallQuery<typeof refundCalls.refundPreview>,
  ): Promise<RefundPreview> {
    const preview = await this.refundOrder.previewRefund(orderId, amount);
    if (!preview) throw new ShopError('NOT_FOUND', 'There is no such order.');
    return preview;
  }

  @Call(refundCalls.refundDone)
  recordRefundDone(
    @CurrentActor() actor: Actor,
    @PathParam(refundCalls.refundDone, 'id') refundId: number,
    @ZodBody(refundCalls.refundDone.body) input: RefundDoneRequest,
  ): Promise<OrderRefund> {
    return this.markRefundDone.execute({ ...input, refundId, actor: actorName(actor), role: actor.role });
  }

  @Call(refundCalls.lateCrypto)
  recordLatePayment(
    @CurrentActor() actor: Actor,
    @PathParam(refundCalls.lateCrypto, 'ref') ref: string,
  ): Promise<OrderRefund> {
    return this.lateCrypto.execute({ ref, actor: actorName(actor), role: actor.role });
  }

  /** Lists stranded payments: received money that could pay for no checkout. */
  @Call(refundCalls.strandedPayments)
  async listStranded(
    @ZodQuery(refundCalls.strandedPayments.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StrandedPayment[]> {
    return sendPage(reply, refundCalls.strandedPayments, query, await this.strandedQueries.readPage(query));
  }
}
