import { adminProduct, adminStockMessage, type AdminProduct } from '@pax/contracts';
import { applyToQuery } from '../../../lib/realtime/apply';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import type { TabLive } from '../shared/panel-tab';
import { withoutProduct, withProduct, withStock, DELETED_PRODUCTS, PANEL_PRODUCTS } from './product-queries';

/** Follows what others create, change, delete and restore. */
const onProduct: LiveHandler<'admin', 'product'> = (message, client) => {
  const now = adminProduct.safeParse(message.data).data;
  if (!now) return;
  const isDeleted = message.type === 'product.deleted';
  applyToQuery<AdminProduct[]>(client, PANEL_PRODUCTS, message, (products) =>
    isDeleted ? withoutProduct(products, now.id) : withProduct(products, now),
  );
  applyToQuery<AdminProduct[]>(client, DELETED_PRODUCTS, message, (products) =>
    isDeleted ? [now, ...withoutProduct(products, now.id)] : withoutProduct(products, now.id),
  );
};

const onStock: LiveHandler<'admin', 'stock'> = (message, client) => {
  const now = adminStockMessage.safeParse(message.data).data;
  if (!now) return;
  for (const key of [PANEL_PRODUCTS, DELETED_PRODUCTS])
    applyToQuery<AdminProduct[]>(client, key, message, (products) => withStock(products, now));
};

/** Live updates of the products. */
export const productsLive: TabLive = {
  queries: [PANEL_PRODUCTS, DELETED_PRODUCTS],
  handlers: { product: onProduct, stock: onStock },
};
