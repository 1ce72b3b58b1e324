import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { HOLD_STATES, formatCentsAsDecimal, type AdminHold, type ListQuery } from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { parseSearch, requireSort, parsePageCursor, readPageIds } from '../../../platform/lists/list-page.js';
import type { Page } from '../../../platform/lists/send-page.js';
import { ShopError } from '../../../platform/shop-error.js';
import { readEntities } from '../../../platform/database/read-entities.js';
import { sql, Where } from '../../../platform/database/sql.js';
import { Checkout } from '../checkout.entity.js';
import { usernameOf } from '../../../people/accounts/account-sql.js';

const nameRow = z.object({ id: z.number(), username: z.string() });

/** Reads the holds of unfinished checkouts. */
@Injectable()
export class HoldsQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Reads one page of the holds, newest first.
   * @throws ShopError VALIDATION
   */
  async readPage({ q, state, sort, cursor, limit }: ListQuery): Promise<Page<AdminHold>> {
    requireSort(sort, 'newest');
    const start = parsePageCursor(cursor);
    const where = new Where().addCondition('c.holding').addCondition(holdStateCondition(state));
    const search = parseSearch(q);
    if (search) {
      const pattern = where.addParameter(search.pattern);
      where.addCondition(
        `lower(c.game_name) LIKE lower(${pattern}) OR lower(c.discord_name) LIKE lower(${pattern}) OR c.ref LIKE ${pattern}
         OR lower(${usernameOf('c.user_id')}) LIKE lower(${pattern})`,
      );
    }
    const { ids, total, next } = await readPageIds(this.database, {
      from: 'checkouts c',
      id: 'c.id',
      where,
      isSearched: search !== undefined,
      after: start && ((paged) => `c.id < ${paged.addParameter(start.id)}::int8`),
      orderBy: 'c.id DESC',
      limit,
    });
    const rows = await readEntities(this.database.manager, Checkout, 'WHERE id = ANY($1)', [ids]);
    const holds = new Map((await toAdminHolds(this.database.manager, rows)).map((hold) => [hold.id, hold]));
    return { items: ids.flatMap((id) => holds.get(id) ?? []), total, next };
  }

  /**
   * Reads the hold of a checkout, even if the hold has ended.
   * @throws ShopError NOT_FOUND
   */
  async findHold(ref: string): Promise<AdminHold> {
    const rows = await readEntities(this.database.manager, Checkout, 'WHERE ref = $1', [ref]);
    const [hold] = await toAdminHolds(this.database.manager, rows);
    if (!hold) throw new ShopError('NOT_FOUND', 'There is no such checkout.');
    return hold;
  }
}

/** Builds the form in which staff see the holds of checkouts. */
export async function toAdminHolds(
  manager: EntityManager,
  checkouts: readonly Checkout[],
): Promise<AdminHold[]> {
  if (checkouts.length === 0) return [];
  const names = await sql(manager).rows(
    nameRow,
    `SELECT id, ${usernameOf('checkouts.user_id')} AS username FROM checkouts WHERE id = ANY($1)`,
    [checkouts.map(({ id }) => id)],
  );
  const usernames = new Map(names.map(({ id, username }) => [id, username]));
  return checkouts.map((checkout) => toAdminHold(checkout, usernames.get(checkout.id) ?? ''));
}

function toAdminHold(checkout: Checkout, username: string): AdminHold {
  const { state, quote } = checkout;
  const until = state === 'confirming' ? checkout.holdUntil : checkout.sessionExpiresAt;
  return {
    id: checkout.id,
    checkout: checkout.ref,
    holding: checkout.holding,
    state,
    method: checkout.method,
    userId: checkout.userId,
    username,
    inGameName: checkout.gameName,
    discordName: checkout.discordName,
    total: formatCentsAsDecimal(checkout.totalCents),
    lines: quote.lines.map(({ id, name, quantity, customAmount }) => ({
      id,
      name,
      quantity,
      ...(customAmount === undefined ? {} : { customAmount }),
    })),
    storeCredit: formatCentsAsDecimal(checkout.creditCents),
    referralBonus: formatCentsAsDecimal(checkout.bonusCents),
    reward: quote.reward?.name ?? null,
    since: checkout.createdAt.toISOString(),
    until: until?.toISOString() ?? null,
    version: checkout.version,
  };
}

function holdStateCondition(state: string | undefined): string {
  if (state === undefined || state === '') return 'true';
  const known = HOLD_STATES.find((one) => one === state);
  if (known) return `c.state = '${known}'`;
  throw new ShopError('VALIDATION', `state: one of ${HOLD_STATES.join(', ')}`);
}
