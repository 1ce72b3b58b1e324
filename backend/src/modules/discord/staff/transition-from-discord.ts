import { Injectable } from '@nestjs/common';
import { botCalls, type StaffOrder, type OrderMove } from '@pax/contracts';
import { TransitionOrder } from '../../fulfilment/transition-order.js';
import { StaffFromDiscord } from './staff-from-discord.js';

export interface DiscordTransitionInput {
  orderId: number;
  transition: OrderMove;
  /** Who pressed the button, as Discord's interaction proves it. */
  discordId: string;
  address: string;
}

/** An order's transition by staff in Discord, by button or command (OWN-148, OWN-628). */
@Injectable()
export class TransitionFromDiscord {
  constructor(
    private readonly staff: StaffFromDiscord,
    private readonly transitionOrder: TransitionOrder,
  ) {}

  /** @throws ShopError FORBIDDEN, BLOCKED, UNAVAILABLE, and as TransitionOrder */
  async execute({ orderId, transition, discordId, address }: DiscordTransitionInput): Promise<StaffOrder> {
    const { actor, role } = await this.staff.require({
      discordId,
      right: botCalls.botTransitionOrder.right,
      freshness: 'now',
      refusal: { action: `order.${transition}.refused` as const, subject: `order:${orderId}` },
      address,
    });
    return this.transitionOrder.execute({ orderId, transition, actor, role });
  }
}
