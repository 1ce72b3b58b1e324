import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AdminProduct, RoomMessageOf } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../../../lib/http/query-client';
import { recordStreamSeq } from '../../../lib/http/stream-seqs';
import { product } from '../../../test/product';
import { DELETED_PRODUCTS, PANEL_PRODUCTS, productsLive } from './product-queries';

const admins = (id: number, changes: Partial<AdminProduct> = {}): AdminProduct => ({
  ...product({ id }),
  isHidden: false,
  onHand: 20,
  held: 0,
  version: 4,
  stockVersion: 9,
  ...changes,
});

describe('what the admin room says of products (OWN-530)', () => {
  let client: QueryClient;
  beforeEach(() => {
    client = createQueryClient();
    client.setQueryData(PANEL_PRODUCTS, [admins(1), admins(3)]);
    client.setQueryData(DELETED_PRODUCTS, [admins(7)]);
    for (const key of [PANEL_PRODUCTS, DELETED_PRODUCTS]) recordStreamSeq(client, key, '10');
  });
  const of = (key: readonly string[]) => client.getQueryData<AdminProduct[]>(key) ?? [];
  const message = { room: 'admin', id: 'e', occurredAt: '2025-11-03T20:15:00.000Z', version: 1 };
  const hear = (seq: number, type: RoomMessageOf<'admin', 'product'>['type'], data: AdminProduct) =>
    productsLive.handlers.product?.({ ...message, seq, type, data }, client);
  const ids = () => [PANEL_PRODUCTS, DELETED_PRODUCTS].map((key) => of(key).map(({ id }) => id));

  it('puts a product into its place, replaces it, takes it away and brings it back', () => {
    hear(11, 'product.created', admins(2));
    expect(ids()).toEqual([[1, 2, 3], [7]]);
    hear(12, 'product.updated', admins(2, { name: 'Other', version: 5 }));
    expect(of(PANEL_PRODUCTS)[1]?.name).toBe('Other');
    hear(13, 'product.deleted', admins(2, { version: 6 }));
    expect(ids()).toEqual([
      [1, 3],
      [2, 7],
    ]);
    hear(14, 'product.restored', admins(7, { version: 6 }));
    expect(ids()).toEqual([[1, 3, 7], [2]]);
  });

  it('takes row and stock each from what is newer, a hold at the same version, and nothing read already (OWN-195)', () => {
    hear(11, 'product.updated', admins(1, { name: 'Other', version: 5, stockVersion: 8, onHand: 3 }));
    expect(of(PANEL_PRODUCTS)[0]).toMatchObject({ name: 'Other', onHand: 20, stockVersion: 9 });
    const stock = { id: 1, stock: 6, isOutOfStock: false, onHand: 8, held: 2, stockVersion: 10 };
    const hearStock = (seq: number, data: typeof stock) =>
      productsLive.handlers.stock?.({ ...message, seq, type: 'stock.changed', data }, client);
    hearStock(12, stock);
    expect(of(PANEL_PRODUCTS)[0]).toMatchObject({ ...stock, name: 'Other', version: 5 });
    hearStock(13, { ...stock, stock: 3, held: 5 });
    expect(of(PANEL_PRODUCTS)[0]).toMatchObject({ stock: 3, onHand: 8, held: 5, stockVersion: 10 });
    hear(10, 'product.deleted', admins(3, { version: 5 }));
    expect(ids()).toEqual([[1, 3], [7]]);
  });
});
