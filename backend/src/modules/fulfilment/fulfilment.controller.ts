import { Controller, Param } from '@nestjs/common';
import {
  orderCalls,
  orderTransition,
  type Order,
  type OrderPatchRequest,
  type OrderRefundRequest,
} from '@pax/contracts';
import { actorName, type Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/http/current-actor.js';
import { IdParam, parse, ZodBody } from '../../common/http/zod.pipe.js';
import { Call } from '../../infra/calls/call.js';
import { CancelOrder } from './cancel-order.js';
import { RefundOrder } from './refund-order.js';
import { TransitionOrder } from './transition-order.js';

@Controller()
export class FulfilmentController {
  constructor(
    private readonly transitionOrder: TransitionOrder,
    private readonly cancelOrder: CancelOrder,
    private readonly refundOrder: RefundOrder,
  ) {}

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
