import { Injectable, Logger } from '@nestjs/common';
import { NOT_TRIED, type MovedOrder, type MoveOrdersRequest, type OrderMove } from '@pax/contracts';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { readWireOrder } from '../orders/order.mapper.js';
import { TransitionOrder, type TransitionOrderInput } from './transition-order.js';

export interface TransitionOrdersInput extends Pick<MoveOrdersRequest, 'orders'>, StaffActor {
  transition: OrderMove;
}

/** Changes the status of several orders for staff. */
@Injectable()
export class TransitionOrders {
  private readonly logger = new Logger(TransitionOrders.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transitionOrder: TransitionOrder,
  ) {}

  /**
   * Changes one order after the other, each in a transaction of its own, so that no lock waits for the rest.
   * @returns for each order its newest state, and the code for which it was refused; after an error that is no refusal,
   * such as a database that is busy or away, the orders that follow are NOT_TRIED
   * @throws such an error of the first order
   */
  async execute({ orders, ...act }: TransitionOrdersInput): Promise<MovedOrder[]> {
    const results: MovedOrder[] = [];
    for (const [at, { id, version }] of orders.entries())
      try {
        results.push(await this.transition({ ...act, orderId: id, version }));
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
  private async transition(input: TransitionOrderInput): Promise<MovedOrder> {
    const { orderId: id } = input;
    try {
      return { id, refusal: null, order: await this.transitionOrder.execute(input) };
    } catch (error) {
      if (!(error instanceof ShopError) || error.code === 'UNAVAILABLE') throw error;
      const order = (await readWireOrder(this.database.manager, id)) ?? null;
      return { id, refusal: error.code, order };
    }
  }
}
