import { useMemo } from 'react';
import {
  COINS_PER_MILLION,
  MAX_PIECES,
  parseAmount,
  priceLine,
  toPricedProduct,
  type CartItem as WireItem,
  type CartLine as PricingLine,
  type OwnHold,
  type HoldLimit,
  type Product,
} from '@pax/contracts';
import { useHoldLimits, useOwnHolds } from '../../../lib/http/hold-limits';
import { useCoinStock, useProducts } from '../../../lib/http/use-products';
import { useCart } from './cart-store';
import type { CartItem } from './cart-items';

/**
 * Returns the cart's lines with current prices and stock.
 *
 * @param buying whether to request the buyer's hold limits as well
 */
export function useCartLines(buying = false): readonly CartLineView[] {
  const items = useCart((state) => state.items);
  const products = useProducts().data;
  const pool = useCoinStock();
  const wanted = useMemo(() => toLimitItems(items), [items]);
  const limits = useHoldLimits(wanted, buying);
  const held = useOwnHolds(wanted, buying);
  return useMemo(
    () => toLineViews(items, products, pool, { limits, held }),
    [items, products, pool, limits, held],
  );
}

/** Reason why a cart line cannot be bought. */
export type LineTrouble =
  | { readonly kind: 'gone' }
  | { readonly kind: 'soldOut' }
  /** Fewer are available than the line wants: `left` pieces, or millions of custom coins. */
  | { readonly kind: 'short'; readonly left: number }
  /** The buyer's hold limit allows less than the stock. */
  | { readonly kind: 'limited'; readonly left: number; readonly limit: HoldLimit };

/** Cart line with current price, picture and stock, if the product is known. */
export interface CartLineView {
  readonly item: CartItem;
  readonly product: Product | undefined;
  /** Input for the computation of the line's price. */
  readonly pricing: PricingLine;
  readonly lineCents: number;
  /** Price of the line before its discount, in cents; undefined without a discount. */
  readonly beforeCents: number | undefined;
  readonly trouble: LineTrouble | undefined;
  /** True when the stock that is missing is held by the buyer's own open checkout. */
  readonly held: boolean;
  /** Maximum quantity of the line: pieces, or whole millions of custom coins. */
  readonly most: number;
  /** Change of the unit price since the line was added to the cart. */
  readonly change: { readonly beforeCents: number; readonly nowCents: number } | undefined;
}

/**
 * Creates the input for the line's price from the current product, or from the stored line if the product is unknown.
 */
function toPricingLine(item: CartItem, product: Product | undefined): PricingLine {
  const kept = {
    id: item.id,
    priceCents: parseAmount(item.price) ?? 0,
    isCustom: item.isCustom,
    coinValue: item.coinValue,
    bulkMinQuantity: null,
    bulkPriceCents: null,
  };
  const customAmount = item.customAmount === undefined ? {} : { customAmount: Number(item.customAmount) };
  return { product: product ? toPricedProduct(product) : kept, quantity: item.quantity, ...customAmount };
}

function computePriceBeforeDiscount(
  { item, product }: Pick<CartLineView, 'item' | 'product'>,
  lineCents: number,
  unitCents: number,
) {
  if (item.isCustom) return undefined;
  const original = parseAmount(product ? (product.originalPrice ?? '') : (item.originalPrice ?? ''));
  const plain = parseAmount(product?.price ?? item.price);
  const before = Math.max(original ?? 0, plain ?? 0, unitCents) * item.quantity;
  return before > lineCents ? before : undefined;
}

/** Returns how a line's unit price changed; undefined for custom coins, whose prices are fixed. */
function priceChangeOf(item: CartItem, product: Product | undefined): CartLineView['change'] {
  const [kept, now] = [parseAmount(item.price), parseAmount(product?.price ?? '')];
  if (item.isCustom || kept === undefined || now === undefined || kept === now) return undefined;
  return { beforeCents: kept, nowCents: now };
}

/** Coins that a cart line takes from the pool. */
const countCoinsInLine = (item: CartItem): number =>
  item.isCustom ? Number(item.customAmount) * COINS_PER_MILLION : (item.coinValue ?? 0) * item.quantity;

/** The available amount of a product: pieces, or millions of custom coins. `pool` is undefined until it is loaded. */
function availableAmountOf(
  product: Pick<Product, 'isCustom' | 'coinValue' | 'stock'>,
  pool: number | undefined,
): number {
  const each = product.isCustom ? COINS_PER_MILLION : product.coinValue;
  return Math.max(0, each === null || pool === undefined ? product.stock : Math.floor(pool / each));
}

/** The maximum of a product's cart line in pieces or millions. All coin lines share the pool, so others reduce it. */
export function computeLineMaximum(
  items: readonly CartItem[],
  product: Product,
  pool: number | undefined,
): number {
  const others = items
    .filter(({ id }) => id !== product.id)
    .reduce((sum, item) => sum + countCoinsInLine(item), 0);
  const left = availableAmountOf(product, pool === undefined ? undefined : pool - others);
  return product.isCustom ? left : Math.min(MAX_PIECES, left);
}

/**
 * Adds goods held by the buyer's own open checkout to a product's stock, because the next checkout replaces that one.
 */
function addOwnHolds(
  product: Product | undefined,
  held: readonly OwnHold[],
  coins: number,
): Product | undefined {
  if (!product) return undefined;
  const each = product.isCustom ? COINS_PER_MILLION : product.coinValue;
  const pieces =
    each === null ? (held.find(({ id }) => id === product.id)?.quantity ?? 0) : Math.floor(coins / each);
  return pieces === 0 ? product : { ...product, stock: Math.max(0, product.stock) + pieces };
}

function findLineTrouble(
  { item, product }: Pick<CartLineView, 'item' | 'product'>,
  listed: boolean,
  poolLeft: number | undefined,
  limit: HoldLimit | undefined,
): LineTrouble | undefined {
  if (listed && !product) return { kind: 'gone' };
  if (!product) return undefined;
  const left = availableAmountOf(product, poolLeft);
  const wanted = item.isCustom ? Number(item.customAmount) : item.quantity;
  if ((product.isOutOfStock && product.stock <= 0) || left === 0) return { kind: 'soldOut' };
  if (limit && wanted > limit.available && limit.available < left)
    return { kind: 'limited', left: limit.available, limit };
  return wanted > left ? { kind: 'short', left } : undefined;
}

interface OwnHolds {
  readonly limits?: readonly HoldLimit[];
  readonly held?: readonly OwnHold[];
}

/**
 * Combines cart items with current product data. Coin lines take from the pool in cart order; `pool` is undefined
 * until loaded.
 *
 * @param products undefined until loaded: then stored data are shown and no line is refused
 * @param own the buyer's hold limits and the goods that the buyer's open checkout holds, from the server
 */
export function toLineViews(
  items: readonly CartItem[],
  products: readonly Product[] | undefined,
  pool: number | undefined,
  { limits = [], held = [] }: OwnHolds = {},
): CartLineView[] {
  const ownCoins = held.reduce((sum, { coins }) => sum + coins, 0);
  const ownPool = pool === undefined ? undefined : pool + ownCoins;
  let [poolLeft, ownPoolLeft] = [pool, ownPool];
  return items.map((item) => {
    const product = products?.find(({ id }) => id === item.id);
    const pricing = toPricingLine(item, product);
    const { lineCents, unitCents } = priceLine(pricing);
    const before = computePriceBeforeDiscount({ item, product }, lineCents, unitCents);
    const limit = limits.find(({ id }) => id === item.id);
    const own = addOwnHolds(product, held, ownCoins);
    const isListed = products !== undefined;
    const trouble = findLineTrouble({ item, product: own }, isListed, ownPoolLeft, limit);
    const isHeld = !trouble && findLineTrouble({ item, product }, isListed, poolLeft, limit) !== undefined;
    if (poolLeft !== undefined) poolLeft = Math.max(0, poolLeft - countCoinsInLine(item));
    if (ownPoolLeft !== undefined) ownPoolLeft = Math.max(0, ownPoolLeft - countCoinsInLine(item));
    const change = priceChangeOf(item, product);
    const most = Math.min(
      own ? computeLineMaximum(items, own, ownPool) : MAX_PIECES,
      limit ? Math.max(1, limit.available) : Infinity,
    );
    return { item, product, pricing, lineCents, beforeCents: before, trouble, held: isHeld, most, change };
  });
}

/** Converts cart lines into the items that calls send. */
export const toWireItems = (items: readonly CartItem[]): WireItem[] =>
  items.map(({ id, quantity, customAmount }) => ({
    id,
    quantity,
    ...(customAmount === undefined ? {} : { customAmount: Number(customAmount) }),
  }));

/**
 * Returns the items for a request of hold limits. Only coins keep their quantity, because other quantities affect no
 * limit.
 */
export const toLimitItems = (items: readonly CartItem[]): WireItem[] =>
  toWireItems(items).map((item, index) =>
    items[index]?.coinValue === null ? { ...item, quantity: 1 } : item,
  );
