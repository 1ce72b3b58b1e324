import { COIN_RATES, COINS_PER_MILLION } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import type { Product } from './product.entity.js';

/** Fields that decide the price of a piece or a coin. */
export type Priced = Pick<
  Product,
  'priceCents' | 'bulkPriceCents' | 'bulkMinQuantity' | 'coinValue' | 'isCustom'
>;

const highestRow = z.object({ cents: z.number().nullable() });
/** Rate of custom coins, which have no row of their own, cents per million. */
const CUSTOM_RATE = COIN_RATES[0].centsPerMillion;

/** Cents of one piece, or of a million coins, at the best price. */
function cheapest({ priceCents, bulkPriceCents, bulkMinQuantity, coinValue }: Priced): number {
  const best = bulkMinQuantity === null ? priceCents : Math.min(priceCents, bulkPriceCents ?? priceCents);
  return coinValue === null ? best : (best * COINS_PER_MILLION) / coinValue;
}

/** Tells whether a change made anything cheaper; a new or restored product counts. */
function isCheaper(before: Priced | undefined, now: Priced): boolean {
  if (!before || before.isCustom !== now.isCustom || (before.coinValue === null) !== (now.coinValue === null))
    return true;
  const reachedSooner = (now.bulkMinQuantity ?? Infinity) < (before.bulkMinQuantity ?? Infinity);
  return cheapest(now) < cheapest(before) || reachedSooner;
}

/**
 * The highest price of the last seven days, cents: of the product's piece, or of a million coins over all products of coins,
 * so that a new one has a history.
 */
async function highest(tx: Tx, { id, coinValue }: Pick<Product, 'id' | 'coinValue'>): Promise<number> {
  const lately = `now() - interval '7 days'`;
  const prices = `SELECT id AS product_id, price_cents, coin_value, is_custom FROM products
     WHERE deleted_at IS NULL OR deleted_at > ${lately}
    UNION ALL SELECT product_id, price_cents, coin_value, false FROM former_prices WHERE until > ${lately}`;
  const row = await (coinValue === null
    ? sql(tx).first(
        highestRow,
        `SELECT max(price_cents)::float8 AS cents FROM (${prices}) AS p WHERE product_id = $1`,
        [id],
      )
    : sql(tx).first(
        highestRow,
        `SELECT max(CASE WHEN is_custom THEN $1 ELSE price_cents * $2::float8 / coin_value END) AS cents
           FROM (${prices}) AS p WHERE is_custom OR coin_value IS NOT NULL`,
        [CUSTOM_RATE, COINS_PER_MILLION],
      ));
  return row?.cents ?? 0;
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(cents < 10 ? 4 : 2)}`;

/**
 * Tells the error channel of a product whose piece or coin became cheaper than half of its highest price of seven days, by
 * whatever change. Call it when the product is saved; without `before` it is new or came back.
 */
export async function tellIfCheap(
  tx: Tx,
  { actor, product, before }: { actor: string; product: Product; before?: Priced },
): Promise<void> {
  if (product.isCustom || !isCheaper(before, product)) return;
  const [now, most] = [cheapest(product), await highest(tx, product)];
  if (now * 2 >= most) return;
  const unit = product.coinValue === null ? 'a piece' : 'a million coins';
  raiseAlert(tx, {
    kind: 'security',
    title: 'A price fell below half',
    detail: `product:${product.id} · ${dollars(now)} for ${unit}, ${dollars(most)} was the highest of 7 days · ${actor}`,
    isFoldable: true,
  });
}
