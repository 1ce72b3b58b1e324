import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  holdsRight,
  STAFF_RIGHTS,
  MAX_EXACT_TOTAL,
  type AccountEvent,
  type ListQuery,
  type StaffOrder,
  type RightsHolder,
  type StaffRight,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { requireSort, parseIdCursor } from '../../platform/lists/list-page.js';
import type { Page } from '../../platform/lists/send-page.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { readBlockReasons } from '../../people/accounts/block-user.js';
import { SecurityNotices } from '../../people/accounts/security-notices.js';
import {
  readAuditRowsAbout,
  readAuditRowsByIds,
  countAuditRowsAbout,
  type AuditedEntry,
} from '../../people/audit/audit.js';
import { countStaffReasons, listReasonsOfBuyer } from '../../shop/orders/order-reasons.js';
import { OrdersQueries } from '../../shop/orders/orders.queries.js';
import { ShopError } from '../../platform/shop-error.js';
import { UsersQueries } from './users.queries.js';

/** Kinds of audit subjects, by the staff right that is required to read their rows. */
const KINDS_BY_RIGHT: Readonly<Partial<Record<StaffRight, readonly string[]>>> = {
  orders: ['order', 'checkout', 'refund', 'dispute'],
  tickets: ['ticket'],
  products: ['product', 'image', 'coins'],
};

/** Kinds of audit subjects that only admins see: roles, channels and posts. */
const ADMIN_KINDS = ['role', 'channel', 'post'];

/** Lists the kinds of audit subjects that a staff member may not see. */
const hiddenKindsFor = (holder: RightsHolder): string[] => [
  ...(holder.role === 'admin' ? [] : ADMIN_KINDS),
  ...STAFF_RIGHTS.flatMap((right) => (holdsRight(holder, right) ? [] : (KINDS_BY_RIGHT[right] ?? []))),
];

/** The history of one account, for staff. Each method throws ShopError NOT_FOUND for an unknown account. */
@Injectable()
export class AccountHistory {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly users: UsersQueries,
    private readonly accounts: AccountsQueries,
    private readonly orders: OrdersQueries,
    private readonly notices: SecurityNotices,
  ) {}

  async listOrders(userId: number, query: ListQuery): Promise<Page<StaffOrder>> {
    await this.users.readUser(userId);
    return this.orders.pageOfUser(userId, query);
  }

  /**
   * Lists audit rows about or by the account, security notices to its owner, and staff's reasons on its
   * orders, newest first.
   * @throws ShopError VALIDATION for a sort other than `newest` or an invalid cursor
   */
  async listEvents(
    userId: number,
    { sort, cursor, limit }: ListQuery,
    holder: RightsHolder,
  ): Promise<Page<AccountEvent>> {
    const { username } = await this.users.readUser(userId);
    requireSort(sort, 'newest');
    const start = parseHistoryCursor(cursor);
    const notices = await this.notices.listNotices(userId, { before: start.notice, limit: limit + 1 });
    const all = [
      ...(await this.readAuditEvents(userId, start, { limit: limit + 1, holder })),
      ...(holdsRight(holder, 'orders') ? await this.readReasonEvents(userId, start, limit + 1) : []),
      ...notices.map(({ id, kind, browser, system, createdAt }): AccountEvent => ({
        id: `notice-${id}`,
        action: `notice.${kind}`,
        actor: username,
        detail: { browser, system },
        createdAt,
      })),
    ].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
    const items = all.slice(0, limit);
    const total = await this.countEvents(userId, holder);
    return { items, total, ...(all.length > limit && { next: makeNextCursor(start, items) }) };
  }

  private async countEvents(userId: number, holder: RightsHolder): Promise<number> {
    const { manager } = this.database;
    const most = MAX_EXACT_TOTAL + 1;
    const notices = await this.notices.listNotices(userId);
    const without = hiddenKindsFor(holder);
    const audited = await countAuditRowsAbout(manager, `user:${userId}`, { limit: most, without });
    const withOrders = holdsRight(holder, 'orders');
    return notices.length + audited + (withOrders ? await countStaffReasons(manager, userId, most) : 0);
  }

  private async readAuditEvents(
    userId: number,
    { audit: before }: HistoryCursor,
    { limit, holder }: { limit: number; holder: RightsHolder },
  ): Promise<AccountEvent[]> {
    const rows = await readAuditRowsAbout(this.database.manager, `user:${userId}`, {
      before,
      limit,
      without: hiddenKindsFor(holder),
    });
    const names = await this.readActorNames(rows);
    const ids = rows.map(({ id }) => id);
    const reasons = await readBlockReasons(this.database.manager, ids);
    return rows.map(({ subject, detail: { amount, ...rest }, ...row }) => {
      const reason = reasons.get(row.id);
      const detail = {
        ...rest,
        ...(holdsRight(holder, 'money') && amount !== undefined && { amount }),
        ...(reason !== undefined && { reason }),
      };
      // Rows about the account's own acts show the subject too, which names the item acted on.
      const about = subject === `user:${userId}` ? detail : { ...detail, subject };
      return { ...toAccountEvent(row, names), id: `audit-${row.id}`, detail: about };
    });
  }

  private async readReasonEvents(
    userId: number,
    { reason: before }: HistoryCursor,
    limit: number,
  ): Promise<AccountEvent[]> {
    const { manager } = this.database;
    const reasons = await listReasonsOfBuyer(manager, userId, { before, limit });
    const texts = new Map(reasons.map(({ auditId, text }) => [auditId, text]));
    const acts = await readAuditRowsByIds(manager, [...texts.keys()]);
    const names = await this.readActorNames(acts);
    return acts.map(({ subject, ...row }) => {
      const detail = { subject, reason: texts.get(row.id) ?? '' };
      return { ...toAccountEvent(row, names), id: `reason-${row.id}`, detail };
    });
  }

  private readActorNames(rows: readonly AuditedEntry[]): Promise<Map<string, string>> {
    return this.accounts.readActorNames(rows.map(({ actor }) => actor));
  }
}

const toAccountEvent = (
  { action, actor, createdAt }: Pick<AuditedEntry, 'action' | 'actor' | 'createdAt'>,
  names: ReadonlyMap<string, string>,
): Pick<AccountEvent, 'action' | 'actor' | 'createdAt'> => ({
  action,
  actor: names.get(actor) ?? actor,
  createdAt: createdAt.toISOString(),
});

/** Position where a page of the history starts in each of its source lists. */
interface HistoryCursor {
  readonly audit: number;
  readonly reason: number;
  readonly notice: number;
}

const SOURCES = ['audit', 'reason', 'notice'] as const;
const CURSOR_SEPARATOR = '~';
/** An id above every row's id, for the first page. */
const NEWEST_ID = 999_999_999_999_999;

/** @throws ShopError VALIDATION for an invalid cursor */
export function parseHistoryCursor(cursor: string | undefined): HistoryCursor {
  const parts = cursor === undefined ? SOURCES.map(() => String(NEWEST_ID)) : cursor.split(CURSOR_SEPARATOR);
  if (parts.length !== SOURCES.length) throw new ShopError('VALIDATION', 'cursor: not a cursor of this list');
  const [audit = 0, reason = 0, notice = 0] = parts.map(parseIdCursor);
  return { audit, reason, notice };
}

/** Makes the cursor that follows a page: the last shown id of each source list. */
export function makeNextCursor(start: HistoryCursor, items: readonly AccountEvent[]): string {
  const lastIdOf = (source: keyof HistoryCursor): number => {
    const last = items.findLast(({ id }) => id.startsWith(`${source}-`));
    return last ? Number(last.id.slice(source.length + 1)) : start[source];
  };
  return SOURCES.map(lastIdOf).join(CURSOR_SEPARATOR);
}
