import { Injectable, Logger } from '@nestjs/common';
import {
  NOT_TRIED,
  type MovedOrder,
  type MoveOrdersRequest,
  type OrderMove,
  type StaffOrder as WireOrder,
} from '@pax/contracts';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { readWireOrder } from '../orders/order.mapper.js';
import { TransitionOrder } from './transition-order.js';
import { UndoOrderAct } from './undo-order-act.js';

interface EachOrderInput extends Pick<MoveOrdersRequest, 'orders'>, StaffActor {}
export interface TransitionOrdersInput extends EachOrderInput {
  transition: OrderMove;
}

/** One of several orders, and who acts on it. */
type OrderAct = StaffActor & { orderId: number; version: number };

/** Changes the status of several orders for staff, or takes such changes back. */
@Injectable()
export class TransitionOrders {
  private readonly logger = new Logger(TransitionOrders.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transitionOrder: TransitionOrder,
    private readonly undoOrderAct: UndoOrderAct,
  ) {}

  /** Changes several orders, as `actOnEach`. */
  execute({ transition, ...input }: TransitionOrdersInput): Promise<MovedOrder[]> {
    return this.actOnEach(input, (act) => this.transitionOrder.execute({ ...act, transition }));
  }

  /** Takes the changes of several orders back, as `actOnEach`. */
  undo(input: EachOrderInput): Promise<MovedOrder[]> {
    return this.actOnEach(input, (act) => this.undoOrderAct.execute(act));
  }

  /**
   * Acts on one order after the other, each in a transaction of its own, so that no lock waits for the rest.
   * @returns for each order its newest state, and the code for which it was refused; after an error that is no refusal,
   * such as a database that is busy or away, the orders that follow are NOT_TRIED
   * @throws such an error of the first order
   */
  private async actOnEach(
    { orders, ...staff }: EachOrderInput,
    run: (act: OrderAct) => Promise<WireOrder>,
  ): Promise<MovedOrder[]> {
    const results: MovedOrder[] = [];
    for (const [at, { id, version }] of orders.entries())
      try {
        results.push(await this.actOn({ ...staff, orderId: id, version }, run));
      } catch (error) {
        if (at === 0) throw error;
        this.logger.error(
          `bulk move stopped at order ${id}, ${orders.length - at} orders left: ${String(error)}`,
        );
        const refusal = error instanceof ShopError ? error.code : 'INTERNAL';
        const rest = orders.slice(at + 1).map((left) => ({ id: left.id, refusal: NOT_TRIED, order: null }));
        return [...results, { id, refusal, order: null }, ...rest];
      }
    return results;
  }

  /** @throws ShopError UNAVAILABLE, and Error that is no refusal */
  private async actOn(act: OrderAct, run: (act: OrderAct) => Promise<WireOrder>): Promise<MovedOrder> {
    const { orderId: id } = act;
    try {
      return { id, refusal: null, order: await run(act) };
    } catch (error) {
      if (!(error instanceof ShopError) || error.code === 'UNAVAILABLE') throw error;
      const order = (await readWireOrder(this.database.manager, id)) ?? null;
      return { id, refusal: error.code, order };
    }
  }
}
