import { COIN_RATES, COINS_PER_MILLION } from '@pax/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import {
  readMillionsOfCoins,
  readPieceCount,
  nameWithoutCount,
  unreadableCoinsIn,
} from './amounts-in-names.js';
import type { Product } from './product.entity.js';

/** Fields of a product that determine the price of a piece or a coin. */
export type PriceFields = Pick<
  Product,
  'name' | 'amount' | 'priceCents' | 'bulkPriceCents' | 'bulkMinQuantity' | 'coinValue' | 'isCustom'
>;

const priceRow = z.object({
  id: z.number(),
  name: z.string(),
  amount: z.string().nullable(),
  priceCents: z.number(),
  coinValue: z.number().nullable(),
  isCustom: z.boolean(),
});
/** The highest price of a product in the last days, for one name and label. */
type FormerPrice = z.infer<typeof priceRow>;
type CoinFields = Pick<Product, 'coinValue' | 'isCustom'>;

const CUSTOM_RATES = COIN_RATES.map(({ centsPerMillion }) => centsPerMillion);

const isCoinProduct = ({ coinValue, isCustom }: CoinFields): boolean => isCustom || coinValue !== null;
const toCentsPerMillion = (cents: number, coins: number | null): number =>
  (cents * COINS_PER_MILLION) / (coins ?? 1);

/** A unit price and the quantity from which it applies: the price of one piece, or of a million coins. */
interface PriceStep {
  readonly from: number;
  readonly cents: number;
}

/**
 * Cache of what product names say, because reading a name takes up to 1 ms and each price check compares all former
 * names.
 */
const namesRead = new LRUCache<string, { readonly pieces: number; readonly plain: string }>({
  max: 5_000,
  memoMethod: (name) => ({ pieces: readPieceCount(name), plain: nameWithoutCount(name) }),
});

/**
 * Counts the pieces that one unit of a product contains. Buyers read both name and label, so the larger number
 * counts.
 */
const countPieces = ({ name, amount }: Pick<Product, 'name' | 'amount'>): number =>
  Math.max(namesRead.memo(name).pieces, readPieceCount(amount ?? ''));

/** Lists the unit prices by quantity; for a custom amount, the lowest price of a million coins. */
function priceStepsOf(product: PriceFields): PriceStep[] {
  if (product.isCustom) return [{ from: 1, cents: Math.min(...CUSTOM_RATES) }];
  const { priceCents, bulkPriceCents, bulkMinQuantity } = product;
  const pieces = countPieces(product);
  const single = { from: 1, cents: priceCents / pieces };
  return bulkMinQuantity === null || bulkPriceCents === null
    ? [single]
    : [single, { from: bulkMinQuantity, cents: bulkPriceCents / pieces }];
}

/**
 * Millions of coins in one piece, by coin value, name or label. Buyers read all three, so the largest counts; 0
 * without coins.
 */
const countMillionsOfCoins = ({ name, amount, coinValue, isCustom }: PriceFields): number =>
  isCustom
    ? 1
    : Math.max(
        (coinValue ?? 0) / COINS_PER_MILLION,
        readMillionsOfCoins(name),
        readMillionsOfCoins(amount ?? ''),
      );

/** The price by which products are compared, in cents: of a million coins, or of a piece. */
function computeUnitPrice(product: PriceFields, steps: readonly PriceStep[], quantity: number): number {
  const cents = steps.findLast(({ from }) => from <= quantity)?.cents ?? Infinity;
  return isCoinProduct(product) ? cents / countMillionsOfCoins(product) : cents;
}

/** Lists the prices that a change lowered; all prices of a product that is new, restored or renamed. */
function findCheaperSteps(before: PriceFields | undefined, now: PriceFields): PriceStep[] {
  const steps = priceStepsOf(now);
  if (!before || before.isCustom !== now.isCustom || isCoinProduct(before) !== isCoinProduct(now))
    return steps;
  // Lists all prices if name or label says more coins than before, which changes no price of an item.
  const saysMore = !isCoinProduct(now) && countMillionsOfCoins(before) < countMillionsOfCoins(now);
  if (saysMore || namesRead.memo(before.name).plain !== namesRead.memo(now.name).plain) return steps;
  const former = priceStepsOf(before);
  const quantities = [...new Set([...steps, ...former].map(({ from }) => from))];
  return quantities
    .toSorted((one, other) => one - other)
    .filter((quantity) => computeUnitPrice(now, steps, quantity) < computeUnitPrice(before, former, quantity))
    .flatMap((from) => {
      const step = steps.findLast((one) => one.from <= from);
      return step ? [{ from, cents: step.cents }] : [];
    });
}

/** Reads the product prices of the last seven days, those of deleted products too. */
function readFormerPrices(tx: Tx): Promise<FormerPrice[]> {
  const lately = `now() - interval '7 days'`;
  return sql(tx).rows(
    priceRow,
    `SELECT id, name, amount, coin_value::float8 AS "coinValue", is_custom AS "isCustom", max(price_cents) AS "priceCents"
       FROM (SELECT id, name, amount, coin_value, is_custom, price_cents FROM products
              WHERE deleted_at IS NULL OR deleted_at > ${lately}
             UNION ALL SELECT product_id, coalesce(name, ''), amount, coin_value, is_custom, price_cents FROM former_prices
              WHERE until > ${lately}) AS p
      GROUP BY id, name, amount, coin_value, is_custom`,
  );
}

interface PriceFall {
  /** The present prices that are compared, and the highest former price, in cents. */
  readonly steps: readonly PriceStep[];
  readonly was: number;
  readonly unit: string;
  /** Id of the product that had the highest price. */
  readonly id: number;
}

/** A saved product with what its name says, which is read only once because reading is slow. */
interface ComparedProduct {
  readonly product: Product;
  readonly steps: readonly PriceStep[];
  /** Millions of coins in one piece of the product. */
  readonly millions: number;
  /** The product's name without its piece count. */
  readonly plainName: string;
}

/**
 * Compares a product's prices with a former price. Coins are compared over all products with coins, pieces over all
 * products of the same name, so that even new or renamed products have a history.
 */
function findPriceFall(
  { id, name, amount, priceCents, coinValue, isCustom }: FormerPrice,
  { product, steps, millions, plainName }: ComparedProduct,
): PriceFall[] {
  const falls: PriceFall[] = [];
  const wasOfCoins = isCoinProduct({ coinValue, isCustom });
  if (wasOfCoins && millions > 0) {
    const was = isCustom ? Math.max(...CUSTOM_RATES) : toCentsPerMillion(priceCents, coinValue);
    const perCoins = steps.map(({ from, cents }) => ({ from, cents: cents / millions }));
    falls.push({ id, was, steps: perCoins, unit: 'a million coins' });
  }
  const isSame = id === product.id || namesRead.memo(name).plain === plainName;
  const hasPieces = !isCustom && !product.isCustom && !(wasOfCoins && isCoinProduct(product));
  if (isSame && hasPieces)
    falls.push({ id, was: priceCents / countPieces({ name, amount }), steps, unit: 'a piece' });
  return falls;
}

const fallRatio = ({ steps, was }: PriceFall): number => was / Math.min(...steps.map(({ cents }) => cents));
const formatDollars = (cents: number): string => `$${(cents / 100).toFixed(cents < 10 ? 4 : 2)}`;
/** Describes the prices that are below half of the former price, each with its minimum quantity. */
const describeLowPrices = ({ steps, was, unit }: PriceFall): string =>
  steps
    .filter(({ cents }, at) => cents * 2 < was && cents !== steps[at - 1]?.cents)
    .map(({ from, cents }) => `${formatDollars(cents)} for ${unit}${from > 1 ? ` from ${from} on` : ''}`)
    .join(', ');

/** Tells whether a product mentions coins without a comparable amount; a coin product needs none in its name. */
function hasUnreadableCoins(product: PriceFields): boolean {
  return [product.name, product.amount ?? ''].some((text) => {
    const unread = unreadableCoinsIn(text);
    return unread === 'in words' || (unread === 'no amount' && !isCoinProduct(product));
  });
}

/**
 * Alerts staff when a saved product costs less than half of its highest price of seven days, per piece or coin, or
 * its new name or label names coins that cannot be compared. Omit `before` for a new or restored product.
 */
export async function alertIfPriceFell(
  tx: Tx,
  { actor, product, before }: { actor: string; product: Product; before?: PriceFields },
): Promise<void> {
  const isRenamed = before?.name !== product.name || before.amount !== product.amount;
  if (isRenamed && hasUnreadableCoins(product))
    raiseAlert(tx, {
      kind: 'security',
      title: 'A product says coins by an amount that can’t be compared',
      detail: `product:${product.id} · ${actor}`,
    });
  const steps = findCheaperSteps(before, product);
  if (steps.length === 0) return;
  const [millions, plainName] = [countMillionsOfCoins(product), namesRead.memo(product.name).plain];
  const compared = { product, steps, millions, plainName };
  const falls = (await readFormerPrices(tx)).flatMap((price) => findPriceFall(price, compared));
  const [deepest] = falls.toSorted((one, other) => fallRatio(other) - fallRatio(one));
  if (!deepest || fallRatio(deepest) <= 2) return;
  const { id, was } = deepest;
  const where = id === product.id ? '' : ` (product:${id})`;
  raiseAlert(tx, {
    kind: 'security',
    title: 'A price fell below half',
    detail: `product:${product.id} · ${describeLowPrices(deepest)}, ${formatDollars(was)}${where} was the highest of 7 days · ${actor}`,
  });
}
