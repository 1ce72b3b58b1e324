import { expect, it } from '@jest/globals';
import type { QueryClient } from '@tanstack/react-query';
import { PRODUCTS } from '../../../lib/http/query-keys';
import { createQueryClient } from '../../../lib/http/query-client';
import { deliverToModule } from '../../../lib/realtime/live-module';
import { profile } from '../../../test/user';
import { earlyAccessLive } from './shop-live';

const isReadAgain = (client: QueryClient, data: object, type: 'balance.changed' | 'checkout.paid') => {
  client.setQueryData(PRODUCTS, []);
  const occurredAt = '2025-11-03T20:15:00.000Z';
  deliverToModule(
    earlyAccessLive,
    { room: 'user:7', seq: 5, id: 'e5', type, occurredAt, version: 2, data },
    client,
  );
  return client.getQueryState(PRODUCTS)?.isInvalidated;
};
const afterBalance = (client: QueryClient, earlyAccess: boolean) =>
  isReadAgain(client, profile({ earlyAccess }), 'balance.changed');

it('reads the products again when early access begins, is frozen and ends to be frozen (OWN-405)', () => {
  const client = createQueryClient();
  const seen = [false, true, true, false, false, true].map((has) => afterBalance(client, has));
  // Before the first event it is unknown with which access the list was read.
  expect(seen).toEqual([true, true, false, true, false, true]);
});

it('keeps the pages of two clients apart (OWN-405)', () => {
  const [one, other] = [createQueryClient(), createQueryClient()];
  expect([afterBalance(one, true), afterBalance(other, true)]).toEqual([true, true]);
  expect([afterBalance(one, true), afterBalance(other, false)]).toEqual([false, true]);
});

it('leaves them alone after other events, and where an older server names no access (OWN-405)', () => {
  const client = createQueryClient();
  expect(isReadAgain(client, {}, 'checkout.paid')).toBe(false);
  const { earlyAccess: _, ...older } = profile();
  expect(isReadAgain(client, older, 'balance.changed')).toBe(false);
});
