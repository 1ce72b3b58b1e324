import { ShopError } from '../problem.js';
import { MAX_EXACT_TOTAL } from '@pax/contracts';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { readStoredCount, type StoredCount } from './list-counts.js';
import { PLAN_ANEW } from '../database/prepared-statement-client.js';
import { countRow, sql, type Where } from '../database/sql.js';

/** The id that a cursor names, after which a page starts; compare it as int8. @throws ShopError VALIDATION */
export function parseIdCursor(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw new ShopError('VALIDATION', 'cursor: not a cursor of this list');
  return Number(cursor);
}

/**
 * Refuses a sort order other than the list's own, instead of ignoring it.
 * @throws ShopError VALIDATION
 */
export function requireSort(asked: string | undefined, own: string): void {
  if (asked !== undefined && asked !== '' && asked !== own)
    throw new ShopError('VALIDATION', `sort: this list knows only "${own}"`);
}

/** The values that the search of a list looks for. */
export interface ListSearch {
  /** For `lower(…) LIKE lower(…)`: the text anywhere; the wildcard characters of LIKE mean themselves. */
  readonly pattern: string;
  /** The digits that were typed, with or without `#`; undefined for other texts. */
  readonly digits: string | undefined;
  /** The same as a number of a row; undefined where no row can have it. */
  readonly number: number | undefined;
}

/** Reads a search; undefined where nothing is searched for. */
export function readSearch(q: string | undefined): ListSearch | undefined {
  const text = q?.trim() ?? '';
  if (text === '') return undefined;
  const digits = /^#?(\d{1,20})$/.exec(text)?.[1];
  return {
    pattern: `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    digits,
    number: digits !== undefined && digits.length <= 9 ? Number(digits) : undefined,
  };
}

const pageRow = z.object({ id: z.number(), first: z.boolean() });
const foundRow = pageRow.extend({ total: z.number() });

/** One page of a list that is narrowed and ordered by its query. */
export interface ListRead {
  /** Tables of the rows. */
  readonly from: string;
  /** Where the order needs another table than the conditions: each of them alone. */
  readonly apart?: {
    readonly counted: { readonly from: string; readonly id: string };
    readonly ordered: string;
  };
  /** The column that names a row. */
  readonly id: string;
  readonly where: Where;
  /** The rows of the list when nothing is searched for, where their number is stored. */
  readonly stored?: StoredCount;
  /** True when the conditions find rows by their text. */
  readonly isSearched?: boolean;
  /** Where the page starts; not part of the count. */
  readonly after?: (where: Where) => string;
  readonly orderBy: string;
  /** SQL condition of the rows that come first; a list without it has one part. */
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
  return { isFirstPart, id: parseIdCursor(isFirstPart ? cursor.slice(FIRST_MARK.length) : cursor) };
}

interface PageIds {
  readonly ids: readonly number[];
  /** Exact up to MAX_EXACT_TOTAL; one more stands for all beyond. */
  readonly total: number;
  /** Cursor of the next page, if there is one. */
  readonly next: string | undefined;
}

interface PageRows {
  readonly total: number;
  readonly rows: readonly z.infer<typeof pageRow>[];
}

/** Reads which rows are on a page and how many the list has; the values decide the plan. */
export async function readPageIds(database: DataSource, read: ListRead): Promise<PageIds> {
  const { total, rows } =
    (read.isSearched ? await readSearchPage(database, read) : undefined) ??
    (await readOrderedPage(database, read));
  const shown = rows.slice(0, read.limit);
  const last = rows.length > read.limit ? shown.at(-1) : undefined;
  return {
    ids: shown.map(({ id }) => id),
    total,
    next: last && `${last.first ? FIRST_MARK : ''}${last.id}`,
  };
}

/**
 * Page of a search: finds all hits, then sorts them, because walking the sort index may take long to reach a rare hit.
 * Undefined for more hits than are counted: then the index soon reaches one.
 */
async function readSearchPage(database: DataSource, read: ListRead): Promise<PageRows | undefined> {
  const { id, apart, where, after, orderBy, first = 'false', limit } = read;
  const { counted, ordered } = apart ?? { counted: read, ordered: read.from };
  // In another table looking up each hit costs more than walking its index of the order; "IS TRUE" keeps it from a join.
  const isFound = apart
    ? `(${id} IN (SELECT found.id FROM found)) IS TRUE`
    : `${id} = ANY(ARRAY(SELECT found.id FROM found))`;
  const paged = where.copy();
  const start = after === undefined ? '' : ` AND (${after(paged)})`;
  const rows = await sql(database).rows(
    foundRow,
    `${PLAN_ANEW} WITH found AS MATERIALIZED (
       SELECT ${counted.id} AS id FROM ${counted.from}${where.text} LIMIT ${MAX_EXACT_TOTAL + 1})
     SELECT ${id} AS id, ${first} AS first, (SELECT count(*)::int FROM found) AS total FROM ${ordered}
      WHERE ${isFound}${start} ORDER BY ${orderBy} LIMIT ${limit + 1}`,
    paged.values,
  );
  // Without a row there is no total either.
  const total = rows[0]?.total ?? (after === undefined ? 0 : await countRows(database, read));
  return total > MAX_EXACT_TOTAL ? undefined : { total, rows };
}

async function readOrderedPage(database: DataSource, read: ListRead): Promise<PageRows> {
  const { from, id, where, after, orderBy, first = 'false', limit } = read;
  const paged = where.copy();
  if (after) paged.add(after(paged));
  const [total, rows] = await Promise.all([
    read.stored && !read.isSearched ? readStoredCount(database, read.stored) : countRows(database, read),
    sql(database).rows(
      pageRow,
      `${PLAN_ANEW} SELECT ${id} AS id, ${first} AS first FROM ${from}${paged.text} ORDER BY ${orderBy} LIMIT ${limit + 1}`,
      paged.values,
    ),
  ]);
  return { total, rows };
}

async function countRows(database: DataSource, read: ListRead): Promise<number> {
  const { apart, where } = read;
  const count = await sql(database).first(
    countRow,
    `${PLAN_ANEW} SELECT count(*)::int AS n
       FROM (SELECT FROM ${(apart?.counted ?? read).from}${where.text} LIMIT ${MAX_EXACT_TOTAL + 1}) AS counted`,
    where.values,
  );
  return count?.n ?? 0;
}
