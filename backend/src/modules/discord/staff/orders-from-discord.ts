import { Injectable } from '@nestjs/common';
import type { Order } from '@pax/contracts';
import { ShopError } from '../../../common/problem.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { RoleSource } from '../../roles/role-source.js';
import { OrdersQueries } from '../../orders/orders.queries.js';

/** Orders that a person in Discord may see, by the account with that proven Discord id. */
@Injectable()
export class OrdersFromDiscord {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly orders: OrdersQueries,
    private readonly roles: RoleSource,
  ) {}

  async own(discordId: string): Promise<Order[]> {
    const user = await this.accounts.byDiscordId(discordId);
    return user ? this.orders.own(user.id) : [];
  }

  /** The person's own order, or any for staff. @throws ShopError NOT_FOUND, for other people's as well */
  async one(orderId: number, discordId: string): Promise<Order> {
    const user = await this.accounts.byDiscordId(discordId);
    const order = await this.orders.one(orderId);
    const isOwn = user !== null && order?.userId === user.id;
    if (order && (isOwn || (await this.isStaff(discordId, user?.blockedAt ?? null)))) return order;
    throw new ShopError('NOT_FOUND', 'There is no such order.');
  }

  private async isStaff(discordId: string, blockedAt: Date | null): Promise<boolean> {
    return blockedAt === null && (await this.roles.roleOf(discordId, 'recent')) !== 'customer';
  }
}
