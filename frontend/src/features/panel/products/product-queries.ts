import { ADMIN_STREAM_SEQ_HEADER, catalogCalls, type AdminProduct, type Product } from '@pax/contracts';
import { useQuery, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { callKey, callQuery, requestCall } from '../../../lib/http/call-api';
import { readInTime } from '../../../lib/http/fetcher';
import { parseAnswer } from '../../../lib/http/parse-answer';
import { FRESH_MS } from '../../../lib/http/query-client';
import { noteStreamSeq } from '../../../lib/http/stream-seqs';
import { withoutProduct, withProduct } from './product-list';

/** Separate from the shop's list, which follows the shop's room. */
export const PANEL_PRODUCTS = ['panel', 'products'] as const;
export const DELETED_PRODUCTS = callKey(catalogCalls.deletedProducts);

const isForAdmins = (product: AdminProduct | Product): product is AdminProduct => 'onHand' in product;

async function readProducts({ client, queryKey, signal }: QueryFunctionContext): Promise<AdminProduct[]> {
  return await readInTime(signal, async (limited) => {
    const answer = await requestCall(catalogCalls.products, { signal: limited });
    const products = await parseAnswer(catalogCalls.products, answer);
    if (!limited.aborted) noteStreamSeq(client, queryKey, answer.headers.get(ADMIN_STREAM_SEQ_HEADER));
    return products.filter(isForAdmins);
  });
}

/** All products as staff see them, kept current by the admin room. */
export const useAdminProducts = () =>
  useQuery({ queryKey: PANEL_PRODUCTS, queryFn: readProducts, staleTime: FRESH_MS });

/** Deleted products, which can be restored; requested only when shown. */
export const useDeletedProducts = (enabled: boolean) =>
  useQuery({ ...callQuery(catalogCalls.deletedProducts), enabled });

export const productIn = (client: QueryClient, id: number): AdminProduct | undefined =>
  client.getQueryData<AdminProduct[]>(PANEL_PRODUCTS)?.find((product) => product.id === id);

const update = (
  client: QueryClient,
  key: readonly string[],
  change: (products: AdminProduct[]) => AdminProduct[],
): void => void client.setQueryData<AdminProduct[]>(key, (products) => products && change(products));

/** Takes what a call answered into the lists: the product exists. */
export function applyProduct(client: QueryClient, now: AdminProduct): void {
  update(client, PANEL_PRODUCTS, (products) => withProduct(products, now));
  update(client, DELETED_PRODUCTS, (products) => withoutProduct(products, now.id));
}

/** The product was deleted; the list of deleted ones is read again where it is shown. */
export function applyDeletion(client: QueryClient, id: number): void {
  update(client, PANEL_PRODUCTS, (products) => withoutProduct(products, id));
  void client.invalidateQueries({ queryKey: DELETED_PRODUCTS });
}
