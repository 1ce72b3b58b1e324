import { Injectable } from '@nestjs/common';
import type { Order, OrderTransition } from '@pax/contracts';
import { ShopError } from '../../../common/problem.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { SecurityLog } from '../../audit/security-log.js';
import { RoleSource } from '../../roles/role-source.js';
import { TransitionOrder } from '../../fulfilment/transition-order.js';

export interface DiscordTransitionInput {
  orderId: number;
  transition: OrderTransition;
  /** Who pressed the button, as Discord's interaction proves it. */
  discordId: string;
  address: string;
}

/** An order's transition by staff in Discord; reads their role from Discord each time (OWN-7, OWN-148). */
@Injectable()
export class TransitionFromDiscord {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly transitionOrder: TransitionOrder,
    private readonly roles: RoleSource,
    private readonly security: SecurityLog,
  ) {}

  /** @throws ShopError FORBIDDEN, BLOCKED, UNAVAILABLE, and as TransitionOrder */
  async execute({ orderId, transition, discordId, address }: DiscordTransitionInput): Promise<Order> {
    const user = await this.accounts.byDiscordId(discordId);
    // Staff without an account of the shop act under their Discord id.
    const actor = user ? `user:${user.id}` : `discord:${discordId}`;
    const role = await this.roles.roleOf(discordId, 'now');
    const isBlocked = user !== null && user.blockedAt !== null;
    if (role === 'customer' || isBlocked) {
      await this.security.refused({ actor, action: 'order.refused', subject: `order:${orderId}`, address });
      if (isBlocked) throw new ShopError('BLOCKED', 'This account is blocked.');
      throw new ShopError('FORBIDDEN', 'Only staff may do this.');
    }
    return this.transitionOrder.execute({ orderId, transition, actor });
  }
}
