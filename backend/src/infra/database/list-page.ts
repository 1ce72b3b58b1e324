import { TOTAL_LIMIT } from '@pax/contracts';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { idOfCursor } from '../../common/http/list-cursor.js';
import { PLAN_ANEW } from './preparing-client.js';
import { countRow } from './row-schemas.js';
import { sql } from './sql.js';
import type { Where } from './where.js';

const placeRow = z.object({ id: z.number(), first: z.boolean() });

/** One page of a list that is narrowed and ordered by its query. */
export interface ListRead {
  /** Tables of the rows; the count reads `countFrom` where the order needs more tables than the conditions. */
  readonly from: string;
  readonly countFrom?: string;
  /** The column that names a row. */
  readonly id: string;
  readonly where: Where;
  /** Where the page starts; not part of the count. */
  readonly after?: (where: Where) => string;
  readonly orderBy: string;
  /** Whether a row is in the part of the list that comes first; without it there is one part. */
  readonly first?: string;
  readonly limit: number;
}

/** Prefix of cursors in the first part of a list: a row may leave it before the next page is read. */
const FIRST_MARK = 'p';

/** Where a page starts: after a row, which was in this part of the list. */
export interface PageStart {
  readonly isFirstPart: boolean;
  readonly id: number;
}

/** Reads a cursor. @throws ShopError VALIDATION */
export function readCursor(cursor: string | undefined): PageStart | undefined {
  if (cursor === undefined) return undefined;
  const isFirstPart = cursor.startsWith(FIRST_MARK);
  return { isFirstPart, id: idOfCursor(isFirstPart ? cursor.slice(FIRST_MARK.length) : cursor) };
}

interface PageIds {
  readonly ids: readonly number[];
  /** Exact up to TOTAL_LIMIT; one more stands for all beyond. */
  readonly total: number;
  /** Cursor of the next page, if there is one. */
  readonly next: string | undefined;
}

/** Reads which rows are on a page and how many the list has; the values decide the plan (OWN-602). */
export async function readPageIds(database: DataSource, read: ListRead): Promise<PageIds> {
  const [total, rows] = await Promise.all([countRows(database, read), readIds(database, read)]);
  const shown = rows.slice(0, read.limit);
  const last = rows.length > read.limit ? shown.at(-1) : undefined;
  return {
    ids: shown.map(({ id }) => id),
    total,
    next: last && `${last.first ? FIRST_MARK : ''}${last.id}`,
  };
}

async function readIds(
  database: DataSource,
  { from, id, where, after, orderBy, first = 'false', limit }: ListRead,
): Promise<z.infer<typeof placeRow>[]> {
  const paged = where.copy();
  if (after) paged.add(after(paged));
  return sql(database).rows(
    placeRow,
    `${PLAN_ANEW} SELECT ${id} AS id, ${first} AS first FROM ${from}${paged.text} ORDER BY ${orderBy} LIMIT ${limit + 1}`,
    paged.values,
  );
}

async function countRows(database: DataSource, { from, countFrom = from, where }: ListRead): Promise<number> {
  const counted = await sql(database).first(
    countRow,
    `${PLAN_ANEW} SELECT count(*)::int AS n
       FROM (SELECT FROM ${countFrom}${where.text} LIMIT ${TOTAL_LIMIT + 1}) AS counted`,
    where.values,
  );
  return counted?.n ?? 0;
}
