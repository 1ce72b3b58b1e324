import { z } from 'zod';
import { invalidFormBody, parseForm } from '../core/form-body.js';
import type { MessageRow } from '../core/state.js';

const snowflake = z.string().regex(/^\d{1,20}$/);
const querySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: snowflake.optional(),
  after: snowflake.optional(),
  around: snowflake.optional(),
});

/**
 * The requested part of a channel's history, newest first. `before`, `after` and `around` exclude each other; `after`
 * gives the oldest messages after the id, not the newest.
 */
export function pickMessages(rows: readonly MessageRow[], query: unknown): MessageRow[] {
  const { limit, before, after, around } = parseForm(querySchema, query);
  if ([before, after, around].filter((one) => one !== undefined).length > 1)
    throw invalidFormBody([
      {
        path: ['before'],
        code: 'BASE_TYPE_EXCLUSIVE',
        message: 'Only one of before, after or around is allowed.',
      },
    ]);
  if (after !== undefined)
    return rows
      .filter((row) => BigInt(row.id) > BigInt(after))
      .slice(0, limit)
      .toReversed();
  if (around !== undefined) return pickAround(rows, BigInt(around), limit);
  const until = before === undefined ? rows : rows.filter((row) => BigInt(row.id) < BigInt(before));
  return until.slice(-limit).toReversed();
}

function pickAround(rows: readonly MessageRow[], middle: bigint, limit: number): MessageRow[] {
  const older = rows.filter((row) => BigInt(row.id) < middle).slice(-Math.floor(limit / 2));
  const rest = rows.filter((row) => BigInt(row.id) >= middle).slice(0, limit - older.length);
  return [...older, ...rest].toReversed();
}
