import { ShopError } from '../shop-error.js';
import { MAX_EXACT_TOTAL } from '@pax/contracts';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { readStoredCount, type StoredCount } from './list-counts.js';
import { countRow, sql, type Where } from '../database/sql.js';

/**
 * Parses a cursor that is an id: the page starts after the row with this id. Compare the id as int8.
 * @throws ShopError VALIDATION
 */
export function parseIdCursor(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw new ShopError('VALIDATION', 'cursor: not a cursor of this list');
  return Number(cursor);
}

/**
 * Refuses a sort order that the list does not have, instead of ignoring it.
 * @throws ShopError VALIDATION
 */
export function requireSort(asked: string | undefined, own: string): void {
  if (asked !== undefined && asked !== '' && asked !== own)
    throw new ShopError('VALIDATION', `sort: this list knows only "${own}"`);
}

/** The parsed text of a search in a list. */
export interface ListSearch {
  /**
   * Pattern for `lower(…) LIKE lower(…)` that finds the text anywhere; wildcard characters in the text are escaped.
   */
  readonly pattern: string;
  /** The typed digits, with or without `#`; undefined if anything else was typed. */
  readonly digits: string | undefined;
  /** The typed digits as a row's number; undefined if too long for one. */
  readonly number: number | undefined;
}

/** Parses the text of a search; undefined when there is nothing to search for. */
export function parseSearch(q: string | undefined): ListSearch | undefined {
  const text = q?.trim() ?? '';
  if (text === '') return undefined;
  const digits = /^#?(\d{1,20})$/.exec(text)?.[1];
  return {
    pattern: `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    digits,
    number: digits !== undefined && digits.length <= 9 ? Number(digits) : undefined,
  };
}

/**
 * Returns what was typed into an option with suggestions. A chosen suggestion, which Discord sends as its whole text
 * `#7 · Elytra × 2`, gives its number `#7`.
 */
export const toTypedText = (text: string | undefined): string | undefined =>
  /^(#[1-9]\d{0,8}) · /.exec(text ?? '')?.[1] ?? text;

const pageRow = z.object({ id: z.number(), first: z.boolean() });
const foundRow = pageRow.extend({ total: z.number() });

/** A request for one page of a list, with the conditions and the order of its query. */
export interface ListRead {
  /** SQL of the tables that the rows are read from. */
  readonly from: string;
  /** Separate SQL for counting and for ordering, when the order needs another table than the conditions. */
  readonly apart?: {
    readonly counted: { readonly from: string; readonly id: string };
    readonly ordered: string;
  };
  /** SQL of the column with the row's id. */
  readonly id: string;
  readonly where: Where;
  /** Where the number of rows is stored, for a list without a search. */
  readonly stored?: StoredCount;
  /** Number of rows that is known already, for a list without a search. */
  readonly known?: number;
  /** True when the conditions search the rows' texts. */
  readonly isSearched?: boolean;
  /** Makes the SQL condition that selects the rows after the page's start; the count ignores it. */
  readonly after?: (where: Where) => string;
  readonly orderBy: string;
  /** SQL condition of the rows in the first part of the list; a list without this condition has one part. */
  readonly first?: string;
  readonly limit: number;
}

/**
 * Prefix of a cursor whose row was in the first part of the list; the row may leave that part before the next page
 * is read.
 */
const FIRST_MARK = 'p';

/** Start of a page: after a row that was in the first or the second part of the list. */
export interface PageStart {
  readonly isFirstPart: boolean;
  readonly id: number;
}

/**
 * Parses the cursor of a list page.
 * @throws ShopError VALIDATION
 */
export function parsePageCursor(cursor: string | undefined): PageStart | undefined {
  if (cursor === undefined) return undefined;
  const isFirstPart = cursor.startsWith(FIRST_MARK);
  return { isFirstPart, id: parseIdCursor(isFirstPart ? cursor.slice(FIRST_MARK.length) : cursor) };
}

interface PageIds {
  readonly ids: readonly number[];
  /** Number of rows in the whole list, exact up to MAX_EXACT_TOTAL; one more means more than that. */
  readonly total: number;
  /** Cursor of the next page, if there is one. */
  readonly next: string | undefined;
}

interface PageRows {
  readonly total: number;
  readonly rows: readonly z.infer<typeof pageRow>[];
}

/**
 * Reads the ids of a page's rows and the total of the list. Searched lists take another query, because another plan
 * is fast for them.
 */
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
 * Reads a page of a search: finds all matches, then sorts them, because walking the sort index may take long to
 * reach a rare match. Undefined for too many matches, which the index reaches soon.
 */
async function readSearchPage(database: DataSource, read: ListRead): Promise<PageRows | undefined> {
  const { id, apart, where, after, orderBy, first = 'false', limit } = read;
  const { counted, ordered } = apart ?? { counted: read, ordered: read.from };
  // With a separate table for the order, walking its index is cheaper than looking up each match; "IS TRUE" stops
  // Postgres from planning a join.
  const isFound = apart
    ? `(${id} IN (SELECT found.id FROM found)) IS TRUE`
    : `${id} = ANY(ARRAY(SELECT found.id FROM found))`;
  const paged = where.copy();
  const start = after === undefined ? '' : ` AND (${after(paged)})`;
  const rows = await sql(database).rows(
    foundRow,
    `WITH found AS MATERIALIZED (
       SELECT ${counted.id} AS id FROM ${counted.from}${where.text} LIMIT ${MAX_EXACT_TOTAL + 1})
     SELECT ${id} AS id, ${first} AS first, (SELECT count(*)::int FROM found) AS total FROM ${ordered}
      WHERE ${isFound}${start} ORDER BY ${orderBy} LIMIT ${limit + 1}`,
    paged.values,
  );
  // Counts separately if the page has no row, because each row carries the total.
  const total = rows[0]?.total ?? (after === undefined ? 0 : await countRows(database, read));
  return total > MAX_EXACT_TOTAL ? undefined : { total, rows };
}

async function readOrderedPage(database: DataSource, read: ListRead): Promise<PageRows> {
  const { from, id, where, after, orderBy, first = 'false', limit } = read;
  const paged = where.copy();
  if (after) paged.addCondition(after(paged));
  const [total, rows] = await Promise.all([
    read.known ??
      (read.stored && !read.isSearched ? readStoredCount(database, read.stored) : countRows(database, read)),
    sql(database).rows(
      pageRow,
      `SELECT ${id} AS id, ${first} AS first FROM ${from}${paged.text} ORDER BY ${orderBy} LIMIT ${limit + 1}`,
      paged.values,
    ),
  ]);
  return { total, rows };
}

async function countRows(database: DataSource, read: ListRead): Promise<number> {
  const { apart, where } = read;
  const count = await sql(database).first(
    countRow,
    `SELECT count(*)::int AS n
       FROM (SELECT FROM ${(apart?.counted ?? read).from}${where.text} LIMIT ${MAX_EXACT_TOTAL + 1}) AS counted`,
    where.values,
  );
  return count?.n ?? 0;
}
