import { Injectable } from '@nestjs/common';
import type { MovedOrder, MoveOrdersRequest, OrderMove } from '@pax/contracts';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { readWireOrder } from '../orders/order.mapper.js';
import { TransitionOrder } from './transition-order.js';

export interface TransitionOrdersInput extends Pick<MoveOrdersRequest, 'orders'>, StaffActor {
  transition: OrderMove;
}

/** Changes the status of several orders for staff. */
@Injectable()
export class TransitionOrders {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transitionOrder: TransitionOrder,
  ) {}

  /**
   * Changes one order after the other, each in a transaction of its own, so that no lock waits for the rest.
   * @returns for each order its newest state, and the code for which it was refused
   * @throws Error that is no refusal, such as a database that is away; the orders before it are changed
   */
  async execute({ orders, ...act }: TransitionOrdersInput): Promise<MovedOrder[]> {
    const results: MovedOrder[] = [];
    for (const { id, version } of orders) {
      try {
        const order = await this.transitionOrder.execute({ ...act, orderId: id, version });
        results.push({ id, refusal: null, order });
      } catch (error) {
        if (!(error instanceof ShopError)) throw error;
        const order = (await readWireOrder(this.database.manager, id)) ?? null;
        results.push({ id, refusal: error.code, order });
      }
    }
    return results;
  }
}
