import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { botCalls, holdsRight, type BotOrdersQuery, type StaffOrder } from '@pax/contracts';
import type { Page } from '../../platform/lists/send-page.js';
import { ShopError } from '../../platform/shop-error.js';
import { DataSource } from 'typeorm';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { InheritedBlocks } from '../../people/accounts/inherited-blocks.js';
import type { User } from '../../people/accounts/user.entity.js';
import { RoleSource } from '../../people/rights/role-source.js';
import { confirmOrderReceived } from '../../shop/orders/unconfirmed-orders.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';

import { assertReferenceMatches } from './stale-reference.js';

/** Reads the orders that a person in Discord may see, by the account with that proven Discord id. */
@Injectable()
export class OrdersFromDiscord {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly former: InheritedBlocks,
    private readonly orders: OrdersQueries,
    private readonly roles: RoleSource,
  ) {}

  /** Lists the person's own orders page by page; empty for an unknown person. */
  async listOwn({ discordId, ...query }: BotOrdersQuery): Promise<Page<StaffOrder>> {
    const user = await this.accounts.findByDiscordId(discordId);
    return user ? this.orders.pageOfOwn(user.id, query) : { items: [], total: 0 };
  }

  /**
   * Reads the person's own order, or any order for staff who may see orders.
   * @throws ShopError NOT_FOUND, for other people's as well
   */
  async readOrder(orderId: number, discordId: string): Promise<StaffOrder> {
    const user = await this.accounts.findByDiscordId(discordId);
    const order = await this.orders.findOrder(orderId);
    const isOwn = user !== null && order?.userId === user.id;
    if (order && (isOwn || (await this.maySeeAnyOrder(discordId, user)))) return order;
    throw new ShopError('NOT_FOUND', 'There is no such order.');
  }

  /**
   * Records that the buyer confirmed the delivery of an order, which is evidence in disputes.
   * @throws ShopError NOT_FOUND, BLOCKED, STALE_REFERENCE, CONFLICT before delivery
   */
  async confirmReceipt(
    { id: orderId, madeAt }: { id: number; madeAt: number | undefined },
    discordId: string,
  ): Promise<Date> {
    const user = await this.accounts.findByDiscordId(discordId);
    if (!user) throw new ShopError('NOT_FOUND', 'There is no such order.');
    if (user.blockedAt) throw new ShopError('BLOCKED', 'This account is blocked.');
    await assertReferenceMatches(this.database, { kind: 'order', id: orderId, madeAt });
    return confirmOrderReceived(this.database.manager, orderId, user.id);
  }

  private async maySeeAnyOrder(discordId: string, user: User | null): Promise<boolean> {
    if (user && user.blockedAt !== null) return false;
    const holder = await this.roles.readRights(discordId, 'recent');
    if (!user && (await this.former.isPersonBlocked(discordId, holder.role))) return false;
    return holdsRight(holder, botCalls.botOrder.right);
  }
}
