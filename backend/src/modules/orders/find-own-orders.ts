import type { BotOrdersQuery } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { readSearch } from '../../common/http/list-search.js';
import { countRow, idRow } from '../../infra/database/row-schemas.js';
import { sql } from '../../infra/database/sql.js';
import { Where } from '../../infra/database/where.js';

/** Finds one page of an account's orders, newest first; a page beyond the end is the last. */
export async function findOwnOrders(
  manager: EntityManager,
  userId: number,
  { q, state = [], checkout, page, limit }: Omit<BotOrdersQuery, 'discordId'>,
): Promise<{ ids: number[]; total: number }> {
  const where = new Where();
  where.add(`o.user_id = ${where.value(userId)}`);
  if (checkout !== undefined)
    where.add(`o.checkout_id = (SELECT id FROM checkouts WHERE ref = ${where.value(checkout)})`);
  const search = readSearch(q);
  if (search) {
    const line = `'#' || o.id || ' · ' || o.product_name || ' × ' || o.quantity`;
    const pattern = where.value(search.pattern);
    where.add(`lower(${line}) LIKE lower(${pattern}) OR o.status = ANY(${where.value(state)})`);
  } else if (state.length > 0) where.add(`o.status = ANY(${where.value(state)})`);
  const { text, values } = where;
  const count = await sql(manager).first(countRow, `SELECT count(*)::int AS n FROM orders o${text}`, values);
  const total = count?.n ?? 0;
  const shown = Math.min(page, Math.max(1, Math.ceil(total / limit)));
  const rows = await sql(manager).rows(
    idRow,
    `SELECT o.id FROM orders o${text} ORDER BY o.id DESC LIMIT ${limit} OFFSET ${(shown - 1) * limit}`,
    values,
  );
  return { ids: rows.map(({ id }) => id), total };
}
