import { expect, it } from '@jest/globals';
import type { EventType } from '@pax/contracts';
import { LOYALTY } from '../../../lib/http/query-keys';
import { createQueryClient } from '../../../lib/http/query-client';
import { deliverToModule } from '../../../lib/realtime/live-module';
import { LiveClient } from '../../../lib/realtime/live-client';
import { advanceStreamSeq } from '../../../lib/realtime/stream-position';
import { loyalty, reward } from '../../../test/loyalty';
import { CUSTOMER_TIER, POINTS_HISTORY, loyaltyLive } from './loyalty-live';

/** A cache whose loyalty contains all up to message 4, after hearing of another. */
const hearing = (type: EventType, seq: number): boolean | undefined => {
  const client = createQueryClient();
  client.setQueryData(LOYALTY, advanceStreamSeq(client, LOYALTY, { data: loyalty(), seq: 4 }));
  const occurredAt = '2025-11-03T20:15:00.000Z';
  const message = { room: 'user:7', seq, id: `e${seq}`, type, occurredAt, version: 2, data: reward(1) };
  deliverToModule(loyaltyLive, message, client);
  return client.getQueryState(LOYALTY)?.isInvalidated;
};

it.each(['balance.changed', 'reward.changed', 'user.updated'] as const)(
  'reads points, tier and rewards again after %s',
  (type) => expect(hearing(type, 5)).toBe(true),
);

it('leaves alone what contains the change already (OWN-125)', () => {
  expect(hearing('balance.changed', 4)).toBe(false);
});

it('is read again where events may have been missed', () => {
  const client = createQueryClient();
  client.setQueryData(LOYALTY, loyalty());
  const live = new LiveClient(client, async () => ({ messages: [] }));
  live.addModule(loyaltyLive);
  live.onHead({ room: 'user:7', seq: 1 });
  expect(client.getQueryState(LOYALTY)?.isInvalidated).toBe(true);
});

it('ignores other events', () => {
  expect(hearing('order.paid', 5)).toBe(false);
});

it.each(['balance.changed', 'user.updated'] as const)(
  'reads tier and points history of the account page again after %s (OWN-547)',
  (type) => {
    const client = createQueryClient();
    const keys = [CUSTOMER_TIER, [...POINTS_HISTORY, { limit: '25' }]];
    for (const key of keys) client.setQueryData(key, {});
    const occurredAt = '2025-11-03T20:15:00.000Z';
    const message = { room: 'user:7', seq: 5, id: 'e5', type, occurredAt, version: 2, data: {} };
    deliverToModule(loyaltyLive, message, client);
    expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  },
);
