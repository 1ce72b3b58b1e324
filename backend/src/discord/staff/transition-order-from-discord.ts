import { Injectable } from '@nestjs/common';
import { botCalls, type StaffOrder, type OrderMove } from '@pax/contracts';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { TransitionOrder } from '../../shop/fulfilment/transition-order.js';
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
}

/** Changes an order's state for staff in Discord, by button or command. */
@Injectable()
export class TransitionOrderFromDiscord {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly staff: StaffRightCheck,
    private readonly transitionOrder: TransitionOrder,
  ) {}

  /** @throws ShopError FORBIDDEN, BLOCKED, UNAVAILABLE, STALE_REFERENCE, and as TransitionOrder */
  async execute(input: DiscordTransitionInput): Promise<StaffOrder> {
    const { orderId, transition, discordId, address, madeAt } = input;
    const { actor, role } = await this.staff.requireRight({
      discordId,
      right: botCalls.botTransitionOrder.right,
      freshness: 'act',
      refusal: { action: `order.${transition}.refused` as const, subject: `order:${orderId}` },
      address,
    });
    await assertReferenceMatches(this.database, { kind: 'order', id: orderId, madeAt });
    return this.transitionOrder.execute({ orderId, transition, actor, role });
  }
}
