import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AccountEvent, Order } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { SecurityNotices } from '../accounts/security-notices.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { auditedAbout, type AuditedEntry } from '../audit/audit.js';
import { OrdersQueries } from '../orders/orders.queries.js';
import { UsersQueries } from './users.queries.js';

/** What happened to one account, for staff (OWN-534). Each read throws ShopError NOT_FOUND for an unknown account. */
@Injectable()
export class AccountStory {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly users: UsersQueries,
    private readonly accounts: AccountsQueries,
    private readonly orders: OrdersQueries,
    private readonly notices: SecurityNotices,
  ) {}

  async ordersOf(userId: number): Promise<Order[]> {
    await this.users.one(userId);
    return this.orders.own(userId);
  }

  /** Audit rows about or by the account, and the notices that its owner got, newest first. */
  async eventsOf(userId: number, { withMoney }: { withMoney: boolean }): Promise<AccountEvent[]> {
    const { username } = await this.users.one(userId);
    const audited = await auditedAbout(this.database.manager, `user:${userId}`);
    const names = await this.namesOf(audited);
    const notices = await this.notices.list(userId);
    return [
      ...audited.map(
        ({ id, actor, createdAt, action, subject, detail: { amount, ...rest } }): AccountEvent => {
          const detail = withMoney && amount !== undefined ? { ...rest, amount } : rest;
          // Of what the account did itself, the subject says to what.
          const about = subject === `user:${userId}` ? detail : { ...detail, subject };
          const event = { action, detail: about, actor: names.get(actor) ?? actor };
          return { ...event, id: `audit-${id}`, createdAt: createdAt.toISOString() };
        },
      ),
      ...notices.map(({ id, kind, browser, system, createdAt }): AccountEvent => ({
        id: `notice-${id}`,
        action: `notice.${kind}`,
        actor: username,
        detail: { browser, system },
        createdAt,
      })),
    ].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  }

  /** Usernames of the accounts that acted, by their name in audit rows. */
  private async namesOf(entries: readonly AuditedEntry[]): Promise<Map<string, string>> {
    const ids = [...new Set(entries.map(({ actor }) => actor))].flatMap((actor) =>
      actor.startsWith('user:') ? [Number(actor.slice('user:'.length))] : [],
    );
    const names = await this.accounts.usernames(ids);
    return new Map([...names].map(([id, name]) => [`user:${id}`, name]));
  }
}
