import { COIN_RATES, COINS_PER_MILLION } from '@pax/contracts';
import { z } from 'zod';
import { bareSkeleton, nameSkeleton } from '../../common/name-skeleton.js';
import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import type { Product } from './product.entity.js';

/** Fields that decide the price of a piece or a coin. */
export type Priced = Pick<
  Product,
  'name' | 'priceCents' | 'bulkPriceCents' | 'bulkMinQuantity' | 'coinValue' | 'isCustom'
>;

const priceRow = z.object({
  id: z.number(),
  name: z.string(),
  priceCents: z.number(),
  coinValue: z.number().nullable(),
  isCustom: z.boolean(),
});
/** The highest price of a product under one name in the last days. */
type FormerPrice = z.infer<typeof priceRow>;
type Coins = Pick<Product, 'coinValue' | 'isCustom'>;

const CUSTOM_RATES = COIN_RATES.map(({ centsPerMillion }) => centsPerMillion);

const isOfCoins = ({ coinValue, isCustom }: Coins): boolean => isCustom || coinValue !== null;
const perMillion = (cents: number, coins: number | null): number =>
  (cents * COINS_PER_MILLION) / (coins ?? 1);

/** Pieces in a name: `64x`, `x64`, `64 pcs`; a number by itself only when it is 1, since `Kit 2` is another kit. */
const COUNT =
  /(?<![\p{L}\p{N}])(?:(\d{1,6}) ?(?:[x×хχ✕✖]|pcs?|pieces?|stk|stück)|[x×хχ✕✖] ?(\d{1,6})|1)(?![\p{L}\p{N}])/giu;
const ROMAN = /^[IVX]+$/;

/** The name of a product without its number of pieces; names that read alike give the same one. */
function thingOf(name: string): string {
  const words = name.normalize('NFKC').replaceAll(COUNT, ' ').split(/\s+/);
  const bare = words.map((word) =>
    ROMAN.test(word) ? word : bareSkeleton(word).replaceAll(/(\p{L})\1+/gu, '$1'),
  );
  return bare.join('') || nameSkeleton(name);
}

/** The number of pieces that a product's name says. */
function piecesOf(name: string): number {
  const counts = [...name.normalize('NFKC').matchAll(COUNT)].map(([, before, after]) => before ?? after ?? 1);
  return counts.reduce((pieces: number, count) => pieces * Math.max(1, Number(count)), 1);
}

/** Cents of one piece at the best price. */
const bestPiece = ({ name, priceCents, bulkPriceCents, bulkMinQuantity }: Priced): number =>
  Math.min(priceCents, (bulkMinQuantity === null ? null : bulkPriceCents) ?? priceCents) / piecesOf(name);

/** Cents of a million coins at the best price. */
const bestMillion = (product: Priced): number =>
  product.isCustom ? Math.min(...CUSTOM_RATES) : perMillion(bestPiece(product), product.coinValue);

const cheapest = (product: Priced): number => (isOfCoins(product) ? bestMillion : bestPiece)(product);

/** Tells whether a change made anything cheaper; a new or restored product and another name count. */
function isCheaper(before: Priced | undefined, now: Priced): boolean {
  if (!before || before.isCustom !== now.isCustom || isOfCoins(before) !== isOfCoins(now)) return true;
  const reachedSooner = (now.bulkMinQuantity ?? Infinity) < (before.bulkMinQuantity ?? Infinity);
  return cheapest(now) < cheapest(before) || reachedSooner || thingOf(before.name) !== thingOf(now.name);
}

/** Prices of the last seven days, of deleted products too. */
function formerPrices(tx: Tx): Promise<FormerPrice[]> {
  const lately = `now() - interval '7 days'`;
  return sql(tx).rows(
    priceRow,
    `SELECT id, name, coin_value::float8 AS "coinValue", is_custom AS "isCustom", max(price_cents) AS "priceCents"
       FROM (SELECT id, name, coin_value, is_custom, price_cents FROM products
              WHERE deleted_at IS NULL OR deleted_at > ${lately}
             UNION ALL SELECT product_id, coalesce(name, ''), coin_value, is_custom, price_cents FROM former_prices
              WHERE until > ${lately}) AS p
      GROUP BY id, name, coin_value, is_custom`,
  );
}

interface Fall {
  /** Cents now, and at its highest. */
  readonly now: number;
  readonly was: number;
  readonly unit: string;
  /** The product that was so dear. */
  readonly id: number;
}

/**
 * Compares a product with a former price: a million coins over all products of coins, a piece over all that have or
 * had its name, so that a new product and a new name have a history.
 */
function fallFrom({ id, name, priceCents, coinValue, isCustom }: FormerPrice, product: Product): Fall[] {
  if (isOfCoins({ coinValue, isCustom }) && isOfCoins(product)) {
    const was = isCustom ? Math.max(...CUSTOM_RATES) : perMillion(priceCents, coinValue);
    return [{ id, was, now: bestMillion(product), unit: 'a million coins' }];
  }
  const isSame = id === product.id || thingOf(name) === thingOf(product.name);
  const hasPieces = !isCustom && !product.isCustom;
  return isSame && hasPieces
    ? [{ id, was: priceCents / piecesOf(name), now: bestPiece(product), unit: 'a piece' }]
    : [];
}

const depth = ({ now, was }: Fall): number => was / now;
const dollars = (cents: number): string => `$${(cents / 100).toFixed(cents < 10 ? 4 : 2)}`;

/**
 * Tells the error channel of a product whose piece or coin became cheaper than half of its highest price of seven days, by
 * whatever change. Call it when the product is saved; without `before` it is new or came back.
 */
export async function tellIfCheap(
  tx: Tx,
  { actor, product, before }: { actor: string; product: Product; before?: Priced },
): Promise<void> {
  if (!isCheaper(before, product)) return;
  const falls = (await formerPrices(tx)).flatMap((price) => fallFrom(price, product));
  const [deepest] = falls.toSorted((one, other) => depth(other) - depth(one));
  if (!deepest || depth(deepest) <= 2) return;
  const { id, now, was, unit } = deepest;
  const where = id === product.id ? '' : ` (product:${id})`;
  raiseAlert(tx, {
    kind: 'security',
    title: 'A price fell below half',
    detail: `product:${product.id} · ${dollars(now)} for ${unit}, ${dollars(was)}${where} was the highest of 7 days · ${actor}`,
  });
}
