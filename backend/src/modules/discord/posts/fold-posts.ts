import type { Channel } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../../infra/database/sql.js';
import type { Tx } from '../../../infra/database/transaction.js';

const groupRow = z.object({
  keeper: z.number(),
  /** As text, because only single bigints are parsed as numbers. */
  ids: z.array(z.string()),
  count: z.number(),
});

/**
 * Folds pending posts of one product or alert: the newest is posted and counts the older ones, including those they
 * counted, so that each event is in exactly one post.
 */
export async function foldPosts(tx: Tx, channel: Channel): Promise<void> {
  const groups = await sql(tx).rows(
    groupRow,
    `SELECT max(id) AS keeper, array_agg(id)::int8[] AS ids, sum(COALESCE((content ->> 'count')::int, 1))::int AS count
       FROM posts WHERE channel = $1 AND state = 'pending' AND fold_key IS NOT NULL AND NOT alone
      GROUP BY fold_key HAVING count(*) > 1`,
    [channel],
  );
  for (const { keeper, ids, count } of groups) {
    await sql(tx).run(`UPDATE posts SET counted_in = $1 WHERE counted_in = ANY($2::int8[])`, [keeper, ids]);
    await sql(tx).run(
      `UPDATE posts SET state = 'counted', counted_in = $1 WHERE id = ANY($2::int8[]) AND id <> $1`,
      [keeper, ids],
    );
    await sql(tx).run(
      `UPDATE posts SET content = jsonb_set(content, '{count}', to_jsonb($2::int)) WHERE id = $1 AND content ? 'count'`,
      [keeper, count],
    );
  }
}
