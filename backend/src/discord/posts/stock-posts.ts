import { Inject, Injectable } from '@nestjs/common';
import { type Channel, CRITICAL_POOL, formatCentsAsDecimal, LOW_POOL, LOW_STOCK } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import {
  CatalogQueries,
  readAvailability,
  stockStateOf,
  type StockState,
} from '../../shop/catalog/catalog.queries.js';
import { isInShop, type Product } from '../../shop/catalog/product.entity.js';
import { COINS, stockAccount } from '../../people/ledger/accounts.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { writePosts, type NewPost } from './write-posts.js';

/** Function that reads the pictures of products by their ids. */
export type ReadImages = (tx: Tx, productIds: readonly number[]) => Promise<Map<number, { image?: string }>>;

/** True for each of the channels about stock that is set up. */
type SetUpChannels = Readonly<Record<'stock' | 'restocks', boolean>>;

const waitingRow = z.object({ id: z.number(), productId: z.number() });
const levelRow = z.object({ free: z.number(), isSoldOut: z.boolean() });

/** The smallest amount of coins that the shop sells. */
const A_MILLION_COINS = { isCustom: true, coinValue: null };

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

  /** Reads the pictures of products for Discord posts; with `areShown` only of those that the shop shows. */
  async readImages(
    tx: Tx,
    productIds: readonly number[],
    areShown = false,
  ): Promise<Map<number, { image?: string }>> {
    const products = await this.catalog.readProductsByIds(tx, [...new Set(productIds)]);
    const { publicUrl } = this.settings;
    const now = this.clock.now();
    const wanted = [...products].filter(([, product]) => !areShown || isInShop(product, now));
    return new Map(wanted.map(([id, { image }]) => [id, imageForDiscord(image, publicUrl)]));
  }

  /** Deletes the waiting posts of products that were removed from the shop, and the posts counted in them. */
  async deleteUnsoldPosts(tx: Tx, channel: Channel): Promise<void> {
    const waiting = await sql(tx).rows(
      waitingRow,
      `SELECT id, (content ->> 'productId')::int AS "productId" FROM posts
        WHERE channel = $1 AND state = 'pending' AND content ->> 'kind' IN ('stock', 'restock')`,
      [channel],
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
   * Writes posts about crossed stock thresholds, and for shoppers about products that are back.
   * @param setUp the channels that are set up; stock levels are stored without any
   */
  async writeStockPosts(tx: Tx, events: readonly OutboxEvent[], setUp: SetUpChannels): Promise<Channel[]> {
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
      const amounts = availability.get(id);
      if (!product || !amounts) continue;
      const free = Math.max(0, amounts.free);
      const state = stockStateOf(product, amounts);
      const before = await replaceStoredLevel(tx, stockAccount(id), { free, state });
      if (before === undefined || !isInShop(product, this.clock.now())) continue;
      const isBack = before.isSoldOut && state === 'free';
      if (setUp.restocks && isBack && (await noteRestock(tx, stockAccount(id), event.occurredAt)))
        posts.push(this.createRestockPost(event, product, free));
      if (!setUp.stock || !crossesStockThreshold(before.free, free)) continue;
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

  private createRestockPost(event: OutboxEvent, product: Product, stock: number): NewPost {
    const { id: productId, name: productName, priceCents, image } = product;
    return {
      ...event,
      channel: 'restocks',
      foldKey: stockAccount(productId),
      content: {
        kind: 'restock',
        productId,
        productName,
        price: formatCentsAsDecimal(priceCents),
        stock,
        ...imageForDiscord(image, this.settings.publicUrl),
      },
    };
  }

  /**
   * Writes posts about the coin pool, and for shoppers about coins that are back.
   * @param setUp the channels that are set up; levels are stored without any
   */
  async writePoolPosts(tx: Tx, events: readonly OutboxEvent[], setUp: SetUpChannels): Promise<Channel[]> {
    const event = events.findLast(({ data }) => data['reason'] === POOL_SET) ?? events.at(-1);
    if (!event) return [];
    const pool = await this.catalog.readPool(tx);
    const coinStock = Math.max(0, pool.free);
    const state = stockStateOf(A_MILLION_COINS, {
      free: 0,
      held: 0,
      stockVersion: 0,
      poolFree: pool.free,
      poolHeld: pool.held,
    });
    const before = await replaceStoredLevel(tx, COINS, { free: coinStock, state });
    const isSet = event.data['reason'] === POOL_SET;
    const isCrossed = before !== undefined && crossesPoolThreshold(before.free, coinStock);
    const isBack = before?.isSoldOut === true && state === 'free';
    const posts: NewPost[] = [];
    if (setUp.restocks && isBack && (await noteRestock(tx, COINS, event.occurredAt)))
      posts.push({
        ...event,
        channel: 'restocks',
        foldKey: COINS,
        content: { kind: 'coins_back', coinStock },
      });
    if (setUp.stock && (isSet || isCrossed)) {
      const reason = isSet ? ('set' as const) : ('crossed' as const);
      posts.push({
        ...event,
        channel: 'stock',
        foldKey: COINS,
        content: { kind: 'coins', coinStock, reason },
      });
    }
    await writePosts(tx, posts);
    return posts.map(({ channel }) => channel);
  }
}

/**
 * Stores the level of an account and returns the one stored before; undefined the first time. Sold-out stock stays so
 * until pieces are free. Only the relay may call it, one event at a time.
 */
function replaceStoredLevel(
  tx: Tx,
  account: string,
  { free, state }: { free: number; state: StockState },
): Promise<z.infer<typeof levelRow> | undefined> {
  return sql(tx).first(
    levelRow,
    `WITH level AS (
       INSERT INTO stock_levels AS known (account, free, is_sold_out) VALUES ($1, $2, $3 = 'sold out')
       ON CONFLICT (account) DO UPDATE
          SET free = EXCLUDED.free, is_sold_out = EXCLUDED.is_sold_out OR (known.is_sold_out AND $3 <> 'free')
     )
     SELECT free, is_sold_out AS "isSoldOut" FROM stock_levels WHERE account = $1`,
    [account, free, state],
  );
}

/**
 * Notes that a restock is posted, at most once a day, since small deliveries can sell out and return often.
 * @returns false when one was posted within the last day
 */
const noteRestock = (tx: Tx, account: string, at: Date): Promise<boolean> =>
  sql(tx).exists(
    `UPDATE stock_levels SET restock_posted_at = $2
      WHERE account = $1 AND (restock_posted_at IS NULL OR restock_posted_at <= $2::timestamptz - interval '1 day')
      RETURNING 1`,
    [account, at],
  );

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
