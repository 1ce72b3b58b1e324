import { Injectable } from '@nestjs/common';
import { botCalls, ORDER_TRANSITION_TABLE, type StaffOrder, type OrderMove } from '@pax/contracts';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import { readLatestAct } from '../../people/audit/audit.js';
import { TransitionOrder } from '../../shop/fulfilment/transition-order.js';
import { orderThing } from '../../shop/orders/find-orders.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { assertReferenceMatches } from './stale-reference.js';
import { StaffRightCheck } from './staff-right-check.js';

export interface DiscordTransitionInput {
  orderId: number;
  transition: OrderMove;
  /** Discord id of the person who pressed the button, verified by Discord. */
  discordId: string;
  address: string;
  /** Creation time of the order in the message, ms since 1970, to detect another order with the same number. */
  madeAt?: number | undefined;
  /** Version of the order in the message; without one, only the order's state decides. */
  version?: number | undefined;
}

type MoveOfPerson = Pick<DiscordTransitionInput, 'orderId' | 'transition'> & { readonly actor: string };

const isRefusalOfState = (error: unknown): boolean =>
  error instanceof ShopError && (error.code === 'STALE' || error.code === 'ILLEGAL_MOVE');

/** Changes an order's state for staff in Discord, by button or command. */
@Injectable()
export class TransitionOrderFromDiscord {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly staff: StaffRightCheck,
    private readonly transitionOrder: TransitionOrder,
    private readonly orders: OrdersQueries,
  ) {}

  /**
   * Moves the order. When the person's same move was the last act on it, returns it as it is, since a button is easily
   * pressed twice.
   * @throws ShopError FORBIDDEN, BLOCKED, UNAVAILABLE, STALE_REFERENCE, and as TransitionOrder
   */
  async execute(input: DiscordTransitionInput): Promise<StaffOrder> {
    const { orderId, transition, discordId, address, madeAt, version } = input;
    const { actor, role } = await this.staff.requireRight({
      discordId,
      right: botCalls.botTransitionOrder.right,
      freshness: 'act',
      refusal: { action: `order.${transition}.refused` as const, subject: `order:${orderId}` },
      address,
    });
    await assertReferenceMatches(this.database, { kind: 'order', id: orderId, madeAt });
    try {
      return await this.transitionOrder.execute({ orderId, transition, version, actor, role });
    } catch (error) {
      const moved = isRefusalOfState(error) && (await this.findMovedOrder({ orderId, transition, actor }));
      if (moved) return moved;
      throw error;
    }
  }

  /** Finds the order if the person's move was the last act on it, and it still has the status that the move gave. */
  private async findMovedOrder({
    orderId,
    transition,
    actor,
  }: MoveOfPerson): Promise<StaffOrder | undefined> {
    const latest = await readLatestAct(this.database.manager, orderThing(orderId));
    if (latest?.action !== `order.${transition}` || latest.actor !== actor) return undefined;
    const order = await this.orders.findOrder(orderId);
    return order?.status === ORDER_TRANSITION_TABLE[transition].to ? order : undefined;
  }
}
