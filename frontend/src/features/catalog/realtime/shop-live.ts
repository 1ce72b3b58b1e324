import {
  coinsMessage,
  COINS_PER_MILLION,
  product,
  stockMessage,
  type CoinStockAnswer,
  type Product,
} from '@pax/contracts';
import { COIN_STOCK, PRODUCTS } from '../../../lib/api/keys';
import { applyToQuery } from '../../../lib/realtime/apply';
import type { LiveHandler, LiveModule } from '../../../lib/realtime/live-module';

const onProducts =
  (change: (products: Product[], data: unknown) => Product[]): LiveHandler =>
  (message, client) =>
    applyToQuery<Product[]>(client, PRODUCTS, message, (products) => change(products, message.data));

/** A product as it is now, in its place or at the end; what admins see in addition is kept. */
const put = onProducts((products, data) => {
  const now = product.parse(data);
  const place = products.findIndex(({ id }) => id === now.id);
  return place < 0 ? [...products, now] : products.with(place, { ...products[place], ...now });
});

const remove = onProducts((products, data) => {
  const { id } = product.pick({ id: true }).parse(data);
  return products.filter((other) => other.id !== id);
});

const setStock = onProducts((products, data) => {
  const { id, stock, isOutOfStock } = stockMessage.parse(data);
  return products.map((other) => (other.id === id ? { ...other, stock, isOutOfStock } : other));
});

/** Pieces of a coin product that a pool is good for; custom coins count in millions. */
export const coinProductStock = ({ isCustom, coinValue }: Product, pool: number): number =>
  Math.max(0, Math.floor(pool / (isCustom ? COINS_PER_MILLION : (coinValue ?? Number.POSITIVE_INFINITY))));

const drawsOnPool = ({ isCustom, coinValue }: Product) => isCustom || coinValue !== null;

/** The pool moved: the gauge, and with it what every coin product has in stock (decision: one pool). */
const setPool: LiveHandler = (message, client) => {
  const { coinStock } = coinsMessage.parse(message.data);
  applyToQuery<CoinStockAnswer>(client, COIN_STOCK, message, () => ({ coinStock }));
  applyToQuery<Product[]>(client, PRODUCTS, message, (products) =>
    products.map((other) => {
      if (!drawsOnPool(other)) return other;
      const stock = coinProductStock(other, coinStock);
      return { ...other, stock, isOutOfStock: stock <= 0 };
    }),
  );
};

/** Stock, pool and price follow without a reload in every open tab. */
export const shopLive: LiveModule = {
  room: 'shop',
  queries: [PRODUCTS, COIN_STOCK],
  handlers: {
    'product.created': put,
    'product.updated': put,
    'product.restored': put,
    'product.deleted': remove,
    'stock.changed': setStock,
    'coins.changed': setPool,
  },
};
