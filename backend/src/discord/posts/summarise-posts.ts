import { type Channel, OPTIONAL_CHANNELS, type OptionalChannel, type PostContent } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { productNameSql } from '../../shop/catalog/catalog.queries.js';

const PRODUCT_NAME = productNameSql(
  String.raw`substring(waiting.alert ->> 'detail' FROM '^product:(\d{1,9}) ')::int`,
);

/**
 * Limits of waiting posts per channel, because nobody would read more. Channels without a limit post everything one
 * by one.
 */
const MAX_WAITING: Partial<Record<Channel, number>> = { stock: 100, error: 100, purchases: 20, restocks: 20 };
const MAX_LINES = 10;
/** Length of the listed subjects in one line, characters. */
const ABOUT_LENGTH = 200;
/** Prefix of a summary's key. Each summary has a key of its own, so that no summary is folded or counted again. */
const SUMMARY = 'summary';

const idRow = z.object({ id: z.number() });
const lineRow = z.object({
  what: z.string(),
  count: z.number(),
  isSecurity: z.boolean(),
  /** Some of the products, or of the texts of security alerts, that the summary counts. */
  about: z.array(z.string()).nullable(),
});

/**
 * Counts many waiting posts of a channel with a limit in one summary post, so that each event stays in exactly one
 * post. Disputes and stranded money are posted one by one, and security alerts are listed first.
 */
export async function summarisePosts(tx: Tx, channel: Channel): Promise<void> {
  const most = MAX_WAITING[channel];
  if (most === undefined) return;
  const waiting = await sql(tx).rows(
    idRow,
    `SELECT id FROM posts
      WHERE channel = $1 AND state = 'pending' AND NOT alone
        AND COALESCE(content -> 'alert' ->> 'kind', '') NOT IN ('dispute', 'stranded')
        AND COALESCE(fold_key, '') NOT LIKE $2 || '%'
      ORDER BY id FOR UPDATE`,
    [channel, SUMMARY],
  );
  const ids = waiting.map(({ id }) => id);
  const keeper = ids.at(-1);
  if (keeper === undefined || ids.length <= most) return;
  const lines = await sql(tx).rows(
    lineRow,
    `SELECT CASE WHEN $3 THEN COALESCE(content ->> 'productName', 'Coins')
                 ELSE COALESCE(alert ->> 'title', 'Bestand: ' || (content ->> 'productName'), 'Coin-Bestand') END AS what,
            sum(COALESCE((content ->> 'count')::int, 1 + COALESCE(folded.n, 0)))::int AS count,
            COALESCE(alert ->> 'kind' = 'security', false) AS "isSecurity",
            (array_agg(DISTINCT COALESCE(${PRODUCT_NAME}, left(alert ->> 'detail', $2)))
              FILTER (WHERE alert ->> 'kind' = 'security'))[1:$2] AS about
       FROM (SELECT id, content, content -> 'alert' AS alert FROM posts WHERE id = ANY($1)) AS waiting
       LEFT JOIN (SELECT counted_in AS id, count(*) AS n FROM posts WHERE counted_in = ANY($1) GROUP BY 1) AS folded USING (id)
      GROUP BY 1, 3 ORDER BY 3 DESC, 2 DESC, 1`,
    [ids, ABOUT_LENGTH, isForShoppers(channel)],
  );
  await sql(tx).run('UPDATE posts SET counted_in = $1 WHERE counted_in = ANY($2)', [keeper, ids]);
  await sql(tx).run(`UPDATE posts SET state = 'counted', counted_in = $1 WHERE id = ANY($2) AND id <> $1`, [
    keeper,
    ids,
  ]);
  await sql(tx).run(`UPDATE posts SET content = $2, fold_key = $3 WHERE id = $1`, [
    keeper,
    JSON.stringify(isForShoppers(channel) ? countForShoppers(channel, lines) : buildSummary(lines)),
    `${SUMMARY}:${keeper}`,
  ]);
}

const isForShoppers = (channel: Channel): channel is OptionalChannel =>
  OPTIONAL_CHANNELS.some((optional) => optional === channel);

function countForShoppers(of: OptionalChannel, lines: readonly z.output<typeof lineRow>[]): PostContent {
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  return {
    kind: 'counted',
    of,
    count,
    lines: lines.slice(0, MAX_LINES).map(({ what, count: times }) => ({ what, count: times })),
  };
}

function buildSummary(lines: readonly z.output<typeof lineRow>[]): PostContent {
  const shown = lines
    .slice(0, MAX_LINES)
    .map(({ what, count, about }) => `${count}× ${what}${formatSubjects(about)}`);
  const more = lines.length - shown.length;
  const rest = more > 0 ? [`… und ${more} andere`] : [];
  return {
    kind: 'alert',
    alert: {
      kind: lines.some(({ isSecurity }) => isSecurity) ? 'security' : 'failure',
      title: 'Viele Meldungen auf einmal',
      detail: [...shown, ...rest, 'Einzeln stehen sie im Panel.'].join('\n'),
    },
    count: lines.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Joins the subjects of alerts to one line, cut to its maximum length. */
function formatSubjects(about: readonly string[] | null): string {
  if (about === null) return '';
  const text = about.join(', ');
  return ` – ${text.length > ABOUT_LENGTH ? `${text.slice(0, ABOUT_LENGTH)}…` : text}`;
}
