import {
  type AdminProduct,
  ADMIN_STREAM_SEQ_HEADER,
  catalogCalls,
  type Product,
  adminProduct,
  adminStockMessage,
} from '@pax/contracts';
import { useQuery, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor, requestCall } from '../../../lib/http/call-api';
import { readWithinLimit, parseAnswer } from '../../../lib/http/fetcher';
import { FRESH_MS } from '../../../lib/http/query-client';
import { recordStreamSeq } from '../../../lib/http/stream-seqs';
import { applyToQuery } from '../../../lib/realtime/apply-message';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import type { TabLive } from '../shared/panel-tab';

/** Product fields that a message about stock contains. */
type StockFields = Pick<AdminProduct, 'id' | 'stock' | 'isOutOfStock' | 'onHand' | 'held' | 'stockVersion'>;

const pickStockFields = ({ stock, isOutOfStock, onHand, held, stockVersion }: StockFields) => ({
  stock,
  isOutOfStock,
  onHand,
  held,
  stockVersion,
});

/**
 * Merges two states of a product: its fields and its stock have separate versions, so each is taken from the newer
 * state.
 */
function mergeProductStates(known: AdminProduct, now: AdminProduct): AdminProduct {
  const row = now.version >= known.version ? now : known;
  return { ...row, ...pickStockFields(now.stockVersion >= known.stockVersion ? now : known) };
}

/** Returns a list in which a product is inserted or replaced; sorted by id. */
export function insertProduct(products: readonly AdminProduct[], now: AdminProduct): AdminProduct[] {
  const known = products.find(({ id }) => id === now.id);
  const rest = products.filter(({ id }) => id !== now.id);
  return [...rest, known ? mergeProductStates(known, now) : now].toSorted((one, other) => one.id - other.id);
}

export const removeProduct = (products: readonly AdminProduct[], removedId: number): AdminProduct[] =>
  products.filter(({ id }) => id !== removedId);

/**
 * Returns a list with a product's new stock. An equal version replaces too, because holds change the stock without
 * raising it.
 */
export const updateProductStock = (products: readonly AdminProduct[], now: StockFields): AdminProduct[] =>
  products.map((product) =>
    product.id === now.id && now.stockVersion >= product.stockVersion
      ? { ...product, ...pickStockFields(now) }
      : product,
  );

/** Query key of the panel's own product list; the shop's list follows another room and is kept separately. */
export const PANEL_PRODUCTS = ['panel', 'products'] as const;
export const DELETED_PRODUCTS = queryKeyFor(catalogCalls.deletedProducts);

const isAdminProduct = (product: AdminProduct | Product): product is AdminProduct => 'onHand' in product;

async function fetchAdminProducts({
  client,
  queryKey,
  signal,
}: QueryFunctionContext): Promise<AdminProduct[]> {
  return await readWithinLimit(signal, async (limited) => {
    const answer = await requestCall(catalogCalls.products, { signal: limited });
    const products = await parseAnswer(catalogCalls.products, answer);
    if (!limited.aborted) recordStreamSeq(client, queryKey, answer.headers.get(ADMIN_STREAM_SEQ_HEADER));
    return products.filter(isAdminProduct);
  });
}

/** Loads all products with the fields for staff; the admin room keeps them current. */
export const useAdminProducts = (enabled = true) =>
  useQuery({ queryKey: PANEL_PRODUCTS, queryFn: fetchAdminProducts, staleTime: FRESH_MS, enabled });

/** Loads deleted products, which can be restored; requested only when they are shown. */
export const useDeletedProducts = (enabled: boolean) =>
  useQuery({ ...queryOptionsFor(catalogCalls.deletedProducts), enabled });

export const findProduct = (client: QueryClient, id: number): AdminProduct | undefined =>
  client.getQueryData<AdminProduct[]>(PANEL_PRODUCTS)?.find((product) => product.id === id);

const updateProductList = (
  client: QueryClient,
  key: readonly string[],
  change: (products: AdminProduct[]) => AdminProduct[],
): void => void client.setQueryData<AdminProduct[]>(key, (products) => products && change(products));

/** Stores a product from a call's answer in the lists, also after it was restored. */
export function applyProductState(client: QueryClient, now: AdminProduct): void {
  updateProductList(client, PANEL_PRODUCTS, (products) => insertProduct(products, now));
  updateProductList(client, DELETED_PRODUCTS, (products) => removeProduct(products, now.id));
}

/** Removes a deleted product from the list, and refetches the list of deleted products if it is shown. */
export function applyProductDeletion(client: QueryClient, id: number): void {
  updateProductList(client, PANEL_PRODUCTS, (products) => removeProduct(products, id));
  void client.invalidateQueries({ queryKey: DELETED_PRODUCTS });
}

/** Applies a message about a product that was created, changed, deleted or restored. */
const onProductMessage: LiveHandler<'admin', 'product'> = (message, client) => {
  const now = adminProduct.safeParse(message.data).data;
  if (!now) return;
  const isDeleted = message.type === 'product.deleted';
  applyToQuery<AdminProduct[]>(client, PANEL_PRODUCTS, message, (products) =>
    isDeleted ? removeProduct(products, now.id) : insertProduct(products, now),
  );
  applyToQuery<AdminProduct[]>(client, DELETED_PRODUCTS, message, (products) =>
    isDeleted ? [now, ...removeProduct(products, now.id)] : removeProduct(products, now.id),
  );
};

const onStockMessage: LiveHandler<'admin', 'stock'> = (message, client) => {
  const now = adminStockMessage.safeParse(message.data).data;
  if (!now) return;
  for (const key of [PANEL_PRODUCTS, DELETED_PRODUCTS])
    applyToQuery<AdminProduct[]>(client, key, message, (products) => updateProductStock(products, now));
};

/** Realtime handlers and queries of the products. */
export const productsLive: TabLive = {
  queries: [PANEL_PRODUCTS, DELETED_PRODUCTS],
  handlers: { product: onProductMessage, stock: onStockMessage },
};
