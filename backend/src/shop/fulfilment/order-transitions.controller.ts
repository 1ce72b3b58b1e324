import { Controller } from '@nestjs/common';
import {
  orderCalls,
  type MovedOrder,
  type MoveOrdersRequest,
  type Order,
  type OrderPatchRequest,
  type OrderMove,
  type UndoOrderRequest,
  type UndoOrdersRequest,
} from '@pax/contracts';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { ConfirmPayment } from './confirm-payment.js';
import { RefundLimit } from '../refunds/refund-limit.js';
import { TransitionOrder } from './transition-order.js';
import { TransitionOrders } from './transition-orders.js';
import { UndoOrderAct } from './undo-order-act.js';

/** Calls by which staff change the status of an order. */
@Controller()
export class OrderTransitionsController {
  constructor(
    private readonly transitionOrder: TransitionOrder,
    private readonly transitionOrders: TransitionOrders,
    private readonly undoOrderAct: UndoOrderAct,
    private readonly confirmPayment: ConfirmPayment,
    private readonly refundLimit: RefundLimit,
  ) {}

  @Call(orderCalls.transitionOrder)
  changeStatus(
    @CurrentActor() actor: Actor,
    @PathParam(orderCalls.transitionOrder, 'id') orderId: number,
    @PathParam(orderCalls.transitionOrder, 'move') transition: OrderMove,
    @ZodBody(orderCalls.transitionOrder.body) seen: OrderPatchRequest,
  ): Promise<Order> {
    return this.transitionOrder.execute({ ...seen, ...staffActor(actor), orderId, transition });
  }

  @Call(orderCalls.moveOrders)
  changeStatuses(
    @CurrentActor() actor: Actor,
    @ZodBody(orderCalls.moveOrders.body) { orders, move: transition }: MoveOrdersRequest,
  ): Promise<MovedOrder[]> {
    return this.transitionOrders.execute({ ...staffActor(actor), orders, transition });
  }

  @Call(orderCalls.undoOrder)
  undoAct(
    @CurrentActor() actor: Actor,
    @PathParam(orderCalls.undoOrder, 'id') orderId: number,
    @ZodBody(orderCalls.undoOrder.body) { version }: UndoOrderRequest,
  ): Promise<Order> {
    return this.undoOrderAct.execute({ ...staffActor(actor), orderId, version });
  }

  @Call(orderCalls.undoOrders)
  undoActs(
    @CurrentActor() actor: Actor,
    @ZodBody(orderCalls.undoOrders.body) { orders }: UndoOrdersRequest,
  ): Promise<MovedOrder[]> {
    return this.transitionOrders.undo({ ...staffActor(actor), orders });
  }

  @Call(orderCalls.cancelOrder)
  cancelOrder(
    @CurrentActor() actor: Actor,
    @PathParam(orderCalls.cancelOrder, 'id') orderId: number,
    @ZodBody(orderCalls.cancelOrder.body) seen: OrderPatchRequest,
  ): Promise<Order> {
    const checkRefund = this.refundLimit.makeCheckFor(actor);
    const act = { ...seen, ...staffActor(actor), orderId, transition: 'cancel', checkRefund } as const;
    return this.transitionOrder.execute(act);
  }

  @Call(orderCalls.confirmPayment)
  confirmCryptoPayment(
    @CurrentActor() actor: Actor,
    @PathParam(orderCalls.confirmPayment, 'id') orderId: number,
    @ZodBody(orderCalls.confirmPayment.body) seen: OrderPatchRequest,
  ): Promise<Order> {
    const checkMoney = this.refundLimit.makeCheckFor(actor);
    return this.confirmPayment.execute({ ...seen, ...staffActor(actor), orderId, checkMoney });
  }
}

const staffActor = (actor: Actor): StaffActor => ({ actor: actorName(actor), role: actor.role });
