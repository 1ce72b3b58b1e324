import type { QueryClient } from '@tanstack/react-query';
import { COINS_PER_MILLION, type CoinStockAnswer, type Product, type RoomMessage } from '@pax/contracts';
import { PRODUCTS, COIN_STOCK } from '../../../lib/http/query-keys';
import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';
import { isRecord } from '../../../lib/values/is-record';
import { applyToQuery } from '../../../lib/realtime/apply-message';

/** Whether the user had early access to products at the last event, by query client. */
const lastEarlyAccess = new WeakMap<QueryClient, boolean>();

/** Refetches products when the user gains or loses early access, since no product event tells which become visible. */
const onBalanceMessage: LiveHandler<'user', 'balance'> = ({ data }, client) => {
  const now = isRecord(data) ? data['earlyAccess'] : undefined;
  if (typeof now !== 'boolean' || now === lastEarlyAccess.get(client)) return;
  lastEarlyAccess.set(client, now);
  void client.invalidateQueries({ queryKey: PRODUCTS });
};

/** Realtime module for early access, which only changes together with the user's points. */
export const earlyAccessLive: LiveModule<'user'> = {
  room: 'user',
  queries: [],
  handlers: { balance: onBalanceMessage },
};

// Tells whether data are a product. Only used fields are checked, because the contracts' schemas are too large for the
// page.
const isProduct = (data: unknown): data is Product =>
  isRecord(data) &&
  Number.isInteger(data['id']) &&
  typeof data['name'] === 'string' &&
  typeof data['price'] === 'string' &&
  Number.isInteger(data['stock']);

const isStockData = (data: unknown): data is Pick<Product, 'id' | 'stock' | 'isOutOfStock'> =>
  isRecord(data) &&
  Number.isInteger(data['id']) &&
  Number.isInteger(data['stock']) &&
  typeof data['isOutOfStock'] === 'boolean';

const isPoolData = (data: unknown): data is CoinStockAnswer =>
  isRecord(data) && Number.isInteger(data['coinStock']);

const updateCachedProducts = (
  client: QueryClient,
  message: RoomMessage,
  change: (products: Product[]) => Product[],
) => applyToQuery<Product[]>(client, PRODUCTS, message, change);

/** Inserts or replaces a product in the cached list; fields that only admins get are kept. */
const storeProduct: LiveHandler<'shop', 'product'> = (message, client) => {
  const now = message.data;
  if (!isProduct(now)) return;
  updateCachedProducts(client, message, (products) => {
    const place = products.findIndex(({ id }) => id === now.id);
    // A product in the shop's room is never hidden, because the room gets only products on sale.
    const shown = { ...products[place], ...now, isHidden: false };
    return place < 0 ? [...products, now] : products.with(place, shown);
  });
};

const removeProduct: LiveHandler<'shop', 'product'> = (message, client) => {
  const gone = isRecord(message.data) ? message.data['id'] : undefined;
  updateCachedProducts(client, message, (products) => products.filter(({ id }) => id !== gone));
};

const GONE: ReadonlySet<string> = new Set(['product.deleted', 'product.hidden']);

const onProductMessage: LiveHandler<'shop', 'product'> = (message, client) =>
  (GONE.has(message.type) ? removeProduct : storeProduct)(message, client);

const onStockMessage: LiveHandler<'shop', 'stock'> = (message, client) => {
  const now = message.data;
  if (!isStockData(now)) return;
  const { id, stock, isOutOfStock } = now;
  updateCachedProducts(client, message, (products) =>
    products.map((other) => (other.id === id ? { ...other, stock, isOutOfStock } : other)),
  );
};

/** Number of pieces of a coin product that the pool covers; millions for custom coins. */
const computeCoinProductStock = ({ isCustom, coinValue }: Product, pool: number): number =>
  Math.max(0, Math.floor(pool / (isCustom ? COINS_PER_MILLION : (coinValue ?? Number.POSITIVE_INFINITY))));

const isCoinProduct = ({ isCustom, coinValue }: Product) => isCustom || coinValue !== null;

/** Updates the gauge and the stock of every coin product after a change of the pool. */
const onPoolMessage: LiveHandler<'shop', 'coins'> = (message, client) => {
  if (!isPoolData(message.data)) return;
  const { coinStock } = message.data;
  applyToQuery<CoinStockAnswer>(client, COIN_STOCK, message, () => ({ coinStock }));
  updateCachedProducts(client, message, (products) =>
    products.map((other) => {
      if (!isCoinProduct(other)) return other;
      const stock = computeCoinProductStock(other, coinStock);
      return { ...other, stock, isOutOfStock: stock <= 0 };
    }),
  );
};

/** Realtime module for stock, coin pool and prices of the shop. */
export const shopLive: LiveModule<'shop'> = {
  room: 'shop',
  queries: [PRODUCTS, COIN_STOCK],
  handlers: { product: onProductMessage, stock: onStockMessage, coins: onPoolMessage },
};
