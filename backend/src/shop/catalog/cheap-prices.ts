import { COIN_RATES, COINS_PER_MILLION } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { readMillionsOfCoins, readPieceCount, nameWithoutCount, unreadableCoinsIn } from './named-amounts.js';
import type { Product } from './product.entity.js';

/** Fields that decide the price of a piece or a coin. */
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
/** The highest price of a product under one name and label in the last days. */
type FormerPrice = z.infer<typeof priceRow>;
type CoinFields = Pick<Product, 'coinValue' | 'isCustom'>;

const CUSTOM_RATES = COIN_RATES.map(({ centsPerMillion }) => centsPerMillion);

const isCoinProduct = ({ coinValue, isCustom }: CoinFields): boolean => isCustom || coinValue !== null;
const toCentsPerMillion = (cents: number, coins: number | null): number =>
  (cents * COINS_PER_MILLION) / (coins ?? 1);

/** A price from a quantity on: of one piece, or of a million coins. */
interface PriceStep {
  readonly from: number;
  readonly cents: number;
}

/** Pieces in what is sold, by its name or label, whichever says most, since buyers read these. */
const countPieces = ({ name, amount }: Pick<Product, 'name' | 'amount'>): number =>
  Math.max(readPieceCount(name), readPieceCount(amount ?? ''));

/** Prices of a piece by quantity; of a custom amount the best price of a million. */
function priceStepsOf(product: PriceFields): PriceStep[] {
  if (product.isCustom) return [{ from: 1, cents: Math.min(...CUSTOM_RATES) }];
  const { priceCents, bulkPriceCents, bulkMinQuantity } = product;
  const pieces = countPieces(product);
  const single = { from: 1, cents: priceCents / pieces };
  return bulkMinQuantity === null || bulkPriceCents === null
    ? [single]
    : [single, { from: bulkMinQuantity, cents: bulkPriceCents / pieces }];
}

/** Millions in a piece by its coins, name or label, whichever says most, since buyers read these; 0 of no coins. */
const countMillionsOfCoins = ({ name, amount, coinValue, isCustom }: PriceFields): number =>
  isCustom
    ? 1
    : Math.max(
        (coinValue ?? 0) / COINS_PER_MILLION,
        readMillionsOfCoins(name),
        readMillionsOfCoins(amount ?? ''),
      );

/** Cents of what a product is compared by: a million of its coins, or a piece. */
function unitPrice(product: PriceFields, steps: readonly PriceStep[], quantity: number): number {
  const cents = steps.findLast(({ from }) => from <= quantity)?.cents ?? Infinity;
  return isCoinProduct(product) ? cents / countMillionsOfCoins(product) : cents;
}

/** The prices that a change made cheaper; all of them of a new or restored product, and of another name. */
function cheaperSteps(before: PriceFields | undefined, now: PriceFields): PriceStep[] {
  const steps = priceStepsOf(now);
  if (!before || before.isCustom !== now.isCustom || isCoinProduct(before) !== isCoinProduct(now))
    return steps;
  // An item's name or label that says more coins changes none of its prices.
  const saysMore = !isCoinProduct(now) && countMillionsOfCoins(before) < countMillionsOfCoins(now);
  if (saysMore || nameWithoutCount(before.name) !== nameWithoutCount(now.name)) return steps;
  const former = priceStepsOf(before);
  const quantities = [...new Set([...steps, ...former].map(({ from }) => from))];
  return quantities
    .toSorted((one, other) => one - other)
    .filter((quantity) => unitPrice(now, steps, quantity) < unitPrice(before, former, quantity))
    .flatMap((from) => {
      const step = steps.findLast((one) => one.from <= from);
      return step ? [{ from, cents: step.cents }] : [];
    });
}

/** Prices of the last seven days, of deleted products too. */
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
  /** The prices that are compared, and the highest one, cents. */
  readonly steps: readonly PriceStep[];
  readonly was: number;
  readonly unit: string;
  /** The product that was so dear. */
  readonly id: number;
}

/**
 * Compares prices of a product with a former one: a million coins over all products of coins and those whose names or labels
 * say coins, a piece over all that have or had its name, so that a new product and a new name have a history.
 */
function priceFallsFrom(
  { id, name, amount, priceCents, coinValue, isCustom }: FormerPrice,
  product: Product,
  steps: readonly PriceStep[],
): PriceFall[] {
  const falls: PriceFall[] = [];
  const wasOfCoins = isCoinProduct({ coinValue, isCustom });
  const millions = countMillionsOfCoins(product);
  if (wasOfCoins && millions > 0) {
    const was = isCustom ? Math.max(...CUSTOM_RATES) : toCentsPerMillion(priceCents, coinValue);
    const perCoins = steps.map(({ from, cents }) => ({ from, cents: cents / millions }));
    falls.push({ id, was, steps: perCoins, unit: 'a million coins' });
  }
  const isSame = id === product.id || nameWithoutCount(name) === nameWithoutCount(product.name);
  const hasPieces = !isCustom && !product.isCustom && !(wasOfCoins && isCoinProduct(product));
  if (isSame && hasPieces)
    falls.push({ id, was: priceCents / countPieces({ name, amount }), steps, unit: 'a piece' });
  return falls;
}

const fallRatio = ({ steps, was }: PriceFall): number => was / Math.min(...steps.map(({ cents }) => cents));
const formatDollars = (cents: number): string => `$${(cents / 100).toFixed(cents < 10 ? 4 : 2)}`;
/** The prices below half, each with the quantity that it asks for. */
const describeLowPrices = ({ steps, was, unit }: PriceFall): string =>
  steps
    .filter(({ cents }, at) => cents * 2 < was && cents !== steps[at - 1]?.cents)
    .map(({ from, cents }) => `${formatDollars(cents)} for ${unit}${from > 1 ? ` from ${from} on` : ''}`)
    .join(', ');

/** Tells whether a product names coins in no comparable amount; a product of coins needs none in its name. */
function hasUnreadableCoins(product: PriceFields): boolean {
  return [product.name, product.amount ?? ''].some((text) => {
    const unread = unreadableCoinsIn(text);
    return unread === 'in words' || (unread === 'no amount' && !isCoinProduct(product));
  });
}

/**
 * Tells the error channel of a saved product whose piece or coin became cheaper than half of its highest price of seven
 * days, and of one whose new name or label says coins that can't be compared. Without `before` it is new or came back.
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
  const steps = cheaperSteps(before, product);
  if (steps.length === 0) return;
  const falls = (await readFormerPrices(tx)).flatMap((price) => priceFallsFrom(price, product, steps));
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
