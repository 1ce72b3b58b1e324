import type { Order } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { ORDER_LISTS, type OrderLists } from '../features/admin/orders/order-list';
import { rowsOf, type Paged } from '../lib/http/paged-list';
import { pageOf } from './page-of';

/** Puts the panel's lists into a cache, as if they had been read at a stream position. */
export function fillOrderLists(
  client: QueryClient,
  lists: { readonly [L in keyof OrderLists]?: readonly Order[] },
  seq?: number,
): void {
  for (const name of ['active', 'archived'] as const)
    client.setQueryData<Paged<Order>>(ORDER_LISTS[name].key, {
      pages: [pageOf(lists[name] ?? [], { seq })],
      pageParams: [undefined],
    });
}

/** The panel's lists as the cache holds them. */
export function orderListsIn(client: QueryClient): OrderLists {
  const rows = (name: keyof OrderLists) => {
    const data = client.getQueryData<Paged<Order>>(ORDER_LISTS[name].key);
    return data && rowsOf(data);
  };
  return { active: rows('active'), archived: rows('archived') };
}
