import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventType, Order, RoomMessage } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { ME, OWN_ORDERS, PROFILE } from '../../lib/http/query-keys';
import { checkoutKey, receiptKey } from './query-keys';
import { createQueryClient } from '../../lib/http/query-client';
import { deliverToModule } from '../../lib/realtime/live-module';
import { LiveClient } from '../../lib/realtime/live-client';
import { purchaseLive } from './purchase-live';

const order: Order = {
  id: 12,
  userId: 3,
  username: 'mara',
  productId: 7,
  productName: 'Wings',
  category: 'items',
  discordUsername: 'mara.redstone',
  minecraftName: 'MaraRedstone',
  quantity: 1,
  coins: null,
  totalPrice: '19.99',
  status: 'pending',
  paymentStatus: 'paid',
  kind: 'purchase',
  priority: false,
  createdAt: '2025-11-03T20:15:00.000Z',
  dueAt: null,
  completedAt: null,
  archivedAt: null,
  cancelledAt: null,
  referralCode: null,
  referralDiscount: '0.00',
  checkout: 'ref-1',
  version: 2,
};

let client: QueryClient;
let seq: number;
const hear = (type: EventType, data: unknown) => {
  seq += 1;
  const occurredAt = '2025-11-03T20:15:00.000Z';
  const message: RoomMessage = { room: 'user:3', seq, id: `e${seq}`, type, occurredAt, version: seq, data };
  deliverToModule(purchaseLive, message, client);
};
const statuses = () => client.getQueryData<Order[]>(OWN_ORDERS)?.map(({ id, status }) => [id, status]);
const isStale = (queryKey: readonly string[]) => client.getQueryState(queryKey)?.isInvalidated;

beforeEach(() => {
  client = createQueryClient();
  client.setQueryData(OWN_ORDERS, [order]);
  seq = 0;
});

describe('a buyer’s own room', () => {
  it('is heard for orders, checkouts and balances', () => {
    expect(Object.keys(purchaseLive.handlers).toSorted()).toEqual(['balance', 'checkout', 'order']);
  });

  it('brings new orders to the front and moves in place (OWN-128)', () => {
    hear('order.paid', { ...order, id: 13 });
    hear('order.processing', { ...order, status: 'processing', version: 3 });
    expect(statuses()).toEqual([
      [13, 'pending'],
      [12, 'processing'],
    ]);
  });

  it('never lets an older version replace a newer one', () => {
    hear('order.completed', { ...order, status: 'completed', version: 5 });
    hear('order.processing', { ...order, status: 'processing', version: 3 });
    expect(statuses()).toEqual([[12, 'completed']]);
  });

  it('reads a checkout again when its state moved, and only then', () => {
    client.setQueryData(checkoutKey('ref-1'), { checkout: 'ref-1', state: 'open' });
    hear('checkout.paid', { checkout: 'ref-other', state: 'paid' });
    hear('checkout.paid', { checkout: 'ref-1', state: 'open' });
    expect(isStale(checkoutKey('ref-1'))).toBe(false);
    hear('checkout.paid', { checkout: 'ref-1', state: 'paid' });
    expect(isStale(checkoutKey('ref-1'))).toBe(true);
  });

  it.each([
    ['checkout.refunded', { checkout: 'ref-1', state: 'paid' }],
    ['checkout.refunded', { checkout: 'ref-1', state: 'refunded' }],
    ['order.updated', { ...order, version: 3 }],
  ] as const)('reads the receipt again on %s of its purchase, also of a part (OWN-504)', (type, data) => {
    client.setQueryData(checkoutKey('ref-1'), { checkout: 'ref-1', state: 'paid' });
    client.setQueryData(receiptKey('ref-1'), {});
    client.setQueryData(receiptKey('ref-2'), {});
    hear(type, data);
    expect([receiptKey('ref-1'), receiptKey('ref-2')].map(isStale)).toEqual([true, false]);
  });

  it('reads the receipt again where the checkout was never read, and after a gap (OWN-504)', () => {
    client.setQueryData(receiptKey('ref-1'), {});
    hear('checkout.refunded', { checkout: 'ref-1', state: 'refunded' });
    expect(isStale(receiptKey('ref-1'))).toBe(true);
    client.setQueryData(receiptKey('ref-1'), {});
    const live = new LiveClient(client, async () => ({ messages: [] }));
    live.addModule(purchaseLive);
    live.onHead({ room: 'user:3', seq: 1 });
    expect(isStale(receiptKey('ref-1'))).toBe(true);
  });

  it('reads profile and member prices again when a balance moved', () => {
    client.setQueryData(PROFILE, { storeCredit: '5.00' });
    client.setQueryData(ME, { permanentDiscount: 0 });
    hear('balance.changed', {});
    expect([PROFILE, ME].map(isStale)).toEqual([true, true]);
  });

  it('reads orders, checkouts, profile and member prices again where it may have missed something', () => {
    client.setQueryData(checkoutKey('ref-1'), { checkout: 'ref-1', state: 'open' });
    client.setQueryData(PROFILE, { storeCredit: '5.00' });
    client.setQueryData(ME, { permanentDiscount: 0 });
    const live = new LiveClient(client, async () => ({ messages: [] }));
    live.addModule(purchaseLive);
    live.onHead({ room: 'user:3', seq: 1 });
    expect([OWN_ORDERS, checkoutKey('ref-1'), PROFILE, ME].map(isStale)).toEqual([true, true, true, true]);
  });

  it('leaves everything as it is when a message makes no sense', () => {
    for (const data of [null, 5, {}, { id: '12', version: 9 }]) hear('order.paid', data);
    expect(statuses()).toEqual([[12, 'pending']]);
  });
});
