import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventType, Product, RoomMessage } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { COIN_STOCK, PRODUCTS } from '../../../lib/http/query-keys';
import { createQueryClient } from '../../../lib/http/query-client';
import { deliverToModule } from '../../../lib/realtime/live-module';
import { LiveClient } from '../../../lib/realtime/live-client';
import { recordStreamSeq } from '../../../lib/http/stream-seqs';
import { product } from '../../../test/product';
import { shopLive } from './shop-live';

const wings = product({ id: 7, stock: 5 });
const tenMillion = product({ id: 1, category: 'coins', coinValue: 10_000_000, stock: 75 });
const custom = product({ id: 2, category: 'coins', isCustom: true, stock: 750 });

let client: QueryClient;
let seq: number;
const hear = (type: EventType, data: unknown, at = (seq += 1)) => {
  const message: RoomMessage = {
    room: 'shop',
    seq: at,
    id: `e${at}`,
    type,
    occurredAt: '2025-11-03T20:15:00.000Z',
    version: 1,
    data,
  };
  deliverToModule(shopLive, message, client);
};
const shown = (id: number) => client.getQueryData<Product[]>(PRODUCTS)?.find((one) => one.id === id);

beforeEach(() => {
  client = createQueryClient();
  client.setQueryData(PRODUCTS, [wings, tenMillion, custom]);
  client.setQueryData(COIN_STOCK, { coinStock: 750_000_000 });
  seq = 0;
});

describe('the shop, live', () => {
  it('follows a product’s stock', () => {
    hear('stock.changed', { id: 7, stock: 0, isOutOfStock: true });
    expect(shown(7)).toMatchObject({ stock: 0, isOutOfStock: true, price: '19.99' });
  });

  it('follows the pool, and with it every coin product (OWN-112)', () => {
    hear('coins.changed', { coinStock: 95_000_000 });
    expect(client.getQueryData(COIN_STOCK)).toEqual({ coinStock: 95_000_000 });
    expect(shown(1)?.stock).toBe(9);
    expect(shown(2)?.stock).toBe(95);
    expect(shown(7)?.stock).toBe(5);
    hear('coins.changed', { coinStock: 9_000_000 });
    expect(shown(1)).toMatchObject({ stock: 0, isOutOfStock: true });
  });

  it('follows prices, new, deleted and restored products', () => {
    hear('product.updated', { ...wings, price: '25.00' });
    expect(shown(7)?.price).toBe('25.00');
    hear('product.deleted', wings);
    expect(shown(7)).toBeUndefined();
    hear('product.restored', wings);
    hear('product.created', product({ id: 9 }));
    expect(client.getQueryData<Product[]>(PRODUCTS)?.map(({ id }) => id)).toEqual([1, 2, 7, 9]);
  });

  it('leaves everything as it is when a message makes no sense', () => {
    for (const data of [null, 5, {}, { id: '7' }]) {
      for (const type of ['product.updated', 'stock.changed', 'coins.changed'] as const) hear(type, data);
    }
    expect(client.getQueryData(PRODUCTS)).toEqual([wings, tenMillion, custom]);
    expect(client.getQueryData(COIN_STOCK)).toEqual({ coinStock: 750_000_000 });
  });

  it('keeps what admins see in addition', () => {
    client.setQueryData(PRODUCTS, [{ ...wings, onHand: 8, held: 3 }]);
    hear('product.updated', { ...wings, price: '25.00' });
    expect(shown(7)).toMatchObject({ price: '25.00', onHand: 8, held: 3 });
  });

  it('reads goods and pool again where it may have missed something', () => {
    const live = new LiveClient(client, async () => ({ messages: [] }));
    live.addModule(shopLive);
    live.onHead({ room: 'shop', seq: 1 });
    const isStale = (key: readonly string[]) => client.getQueryState(key)?.isInvalidated;
    expect([PRODUCTS, COIN_STOCK].map(isStale)).toEqual([true, true]);
  });

  it('takes nothing back that the list was read after', () => {
    recordStreamSeq(client, PRODUCTS, '40');
    hear('stock.changed', { id: 7, stock: 1, isOutOfStock: false }, 40);
    expect(shown(7)?.stock).toBe(5);
    hear('stock.changed', { id: 7, stock: 4, isOutOfStock: false }, 41);
    expect(shown(7)?.stock).toBe(4);
  });
});
