import { Controller } from '@nestjs/common';
import { refundCalls, type OrderRefund, type RefundDoneRequest } from '@pax/contracts';
import { actorName, type Actor } from '../../../platform/calls/access.js';
import { CurrentActor } from '../../../platform/http/current-actor.js';
import { PathParam, ZodBody } from '../../../platform/http/zod.pipe.js';
import { Call } from '../../../platform/calls/call.js';
import { MarkRefundDone } from './mark-refund-done.js';
import { RefundsQueries } from './refunds.queries.js';

@Controller()
export class RefundsController {
  constructor(
    private readonly queries: RefundsQueries,
    private readonly markRefundDone: MarkRefundDone,
  ) {}

  @Call(refundCalls.orderRefunds)
  ofOrder(@PathParam(refundCalls.orderRefunds, 'id') orderId: number): Promise<OrderRefund[]> {
    return this.queries.ofOrder(orderId);
  }

  @Call(refundCalls.refundDone)
  done(
    @CurrentActor() actor: Actor,
    @PathParam(refundCalls.refundDone, 'id') refundId: number,
    @ZodBody(refundCalls.refundDone.body) input: RefundDoneRequest,
  ): Promise<OrderRefund> {
    return this.markRefundDone.execute({ ...input, refundId, actor: actorName(actor), role: actor.role });
  }
}
