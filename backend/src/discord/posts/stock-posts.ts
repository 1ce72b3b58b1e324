import { Inject, Injectable } from '@nestjs/common';
import { type Channel, CRITICAL_POOL, LOW_POOL, LOW_STOCK } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import { readAvailability, CatalogQueries } from '../../shop/catalog/catalog.queries.js';
import { isInShop } from '../../shop/catalog/product.entity.js';
import { COINS, stockAccount } from '../../people/ledger/accounts.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { writePosts, type NewPost } from './write-posts.js';

const waitingRow = z.object({ id: z.number(), productId: z.number() });
const levelRow = z.object({ before: z.number().nullable() });

/** Reason of journal entries by which an admin set the coin pool. */
const POOL_SET = 'pool set';

/** Posts of the stock channel: when stock crosses a threshold, and when an admin sets the coin pool. */
@Injectable()
export class StockPosts {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Reads the pictures of products for Discord posts. */
  async readImages(tx: Tx, productIds: readonly number[]): Promise<Map<number, { image?: string }>> {
    const products = await this.catalog.readProductsByIds(tx, [...new Set(productIds)]);
    const { publicUrl } = this.settings;
    return new Map([...products].map(([id, { image }]) => [id, imageForDiscord(image, publicUrl)]));
  }

  /** Deletes the waiting posts of products that were removed from the shop, and the posts counted in them. */
  async deleteUnsoldPosts(tx: Tx): Promise<void> {
    const waiting = await sql(tx).rows(
      waitingRow,
      `SELECT id, (content ->> 'productId')::int AS "productId" FROM posts
        WHERE channel = 'stock' AND state = 'pending' AND content ->> 'kind' = 'stock'`,
    );
    const products = await this.catalog.readProductsByIds(tx, [
      ...new Set(waiting.map(({ productId }) => productId)),
    ]);
    const unsold = waiting.filter(({ productId }) => {
      const product = products.get(productId);
      return !product || !isInShop(product, this.clock.now());
    });
    if (unsold.length === 0) return;
    const ids = unsold.map(({ id }) => id);
    await sql(tx).run('DELETE FROM posts WHERE id = ANY($1) OR counted_in = ANY($1)', [ids]);
  }

  /**
   * Writes posts about crossed stock thresholds.
   * @param isPosted false for a channel that is not set up; stock levels are stored even then
   */
  async writeStockPosts(tx: Tx, events: readonly OutboxEvent[], isPosted: boolean): Promise<Channel[]> {
    const newest = new Map(events.map((event) => [Number(event.aggregateId), event]));
    const products = await this.catalog.readProductsByIds(tx, [...newest.keys()]);
    // Skips coin products, which have no stock of their own because the coin pool limits them.
    const pieces = [...products.values()].filter(
      ({ isCustom, coinValue }) => !isCustom && coinValue === null,
    );
    const availability = await readAvailability(tx, pieces);
    const posts: NewPost[] = [];
    for (const [id, event] of newest) {
      const product = pieces.find((piece) => piece.id === id);
      if (!product) continue;
      const free = Math.max(0, availability.get(id)?.free ?? 0);
      const before = await replaceStoredLevel(tx, stockAccount(id), free);
      if (!isPosted || before === undefined || !crossesStockThreshold(before, free)) continue;
      if (!isInShop(product, this.clock.now())) continue;
      posts.push({
        ...event,
        channel: 'stock',
        foldKey: stockAccount(id),
        content: {
          kind: 'stock',
          productId: id,
          productName: product.name,
          stock: free,
          ...imageForDiscord(product.image, this.settings.publicUrl),
        },
      });
    }
    await writePosts(tx, posts);
    return posts.map(({ channel }) => channel);
  }

  /**
   * Writes posts about the coin pool.
   * @param isPosted false for a channel that is not set up; levels are stored even then
   */
  async writePoolPosts(tx: Tx, events: readonly OutboxEvent[], isPosted: boolean): Promise<Channel[]> {
    const event = events.findLast(({ data }) => data['reason'] === POOL_SET) ?? events.at(-1);
    if (!event) return [];
    const coinStock = Math.max(0, (await this.catalog.readPool(tx)).free);
    const before = await replaceStoredLevel(tx, COINS, coinStock);
    const isSet = event.data['reason'] === POOL_SET;
    const isCrossed = before !== undefined && crossesPoolThreshold(before, coinStock);
    if (!isPosted || !(isSet || isCrossed)) return [];
    const content = {
      kind: 'coins' as const,
      coinStock,
      reason: isSet ? ('set' as const) : ('crossed' as const),
    };
    await writePosts(tx, [{ ...event, channel: 'stock', foldKey: COINS, content }]);
    return ['stock'];
  }
}

/**
 * Stores the free balance of an account and returns the one stored before; undefined the first time. Only the relay
 * may call it, one event at a time.
 */
async function replaceStoredLevel(tx: Tx, account: string, free: number): Promise<number | undefined> {
  const row = await sql(tx).first(
    levelRow,
    `WITH level AS (
       INSERT INTO stock_levels AS known (account, free) VALUES ($1, $2)
       ON CONFLICT (account) DO UPDATE SET free = EXCLUDED.free WHERE known.free <> EXCLUDED.free
     )
     SELECT (SELECT free FROM stock_levels WHERE account = $1) AS before`,
    [account, free],
  );
  return row?.before ?? undefined;
}

function stockBand(pieces: number): number {
  if (pieces <= 0) return 0;
  return pieces <= LOW_STOCK ? 1 : 2;
}

/**
 * Tells whether a change of free stock gets a post: down to 10, down to 0, or back above 10. Small rises get none,
 * because released holds would repeat them.
 */
export function crossesStockThreshold(before: number, after: number): boolean {
  const [from, to] = [stockBand(before), stockBand(after)];
  return to < from || (to === 2 && from < 2);
}

function poolBand(coins: number): number {
  if (coins <= 0) return 0;
  if (coins < CRITICAL_POOL) return 1;
  return coins < LOW_POOL ? 2 : 3;
}

/** Tells whether the pool's free coins crossed 100M, 10M or 0 in either direction. */
export function crossesPoolThreshold(before: number, after: number): boolean {
  return poolBand(before) !== poolBand(after);
}

/** Longest address of a picture that Discord accepts, characters. */
const MAX_LENGTH = 2_000;

/** A product's picture if Discord can fetch and show it: at an https address, and not an SVG. */
export function imageForDiscord(image: string | undefined, publicUrl: string): { image?: string } {
  const url = image ? URL.parse(image, publicUrl) : null;
  const isShown =
    url?.protocol === 'https:' && !url.pathname.endsWith('.svg') && url.href.length <= MAX_LENGTH;
  return isShown ? { image: url.href } : {};
}
