import { expect, it } from '@jest/globals';
import { PROFILE } from '../../lib/http/query-keys';
import { createQueryClient } from '../../lib/http/query-client';
import { LiveClient } from '../../lib/realtime/live-client';
import { deliverToModule } from '../../lib/realtime/live-module';
import { REFERRAL_STATS } from './query-keys';
import { referralLive } from './account-live';

it.each(['balance.changed', 'user.updated'] as const)(
  'reads referrals and codes again after %s (OWN-547)',
  (type) => {
    const client = createQueryClient();
    for (const key of [REFERRAL_STATS, PROFILE]) client.setQueryData(key, {});
    const occurredAt = '2025-11-03T20:15:00.000Z';
    const message = { room: 'user:7', seq: 5, id: 'e5', type, occurredAt, version: 2, data: {} };
    deliverToModule(referralLive, message, client);
    for (const key of [REFERRAL_STATS, PROFILE]) expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  },
);

it('reads them again where events may have been missed (OWN-547)', () => {
  const client = createQueryClient();
  client.setQueryData(REFERRAL_STATS, {});
  const live = new LiveClient(client, async () => ({ messages: [] }));
  live.addModule(referralLive);
  live.onHead({ room: 'user:7', seq: 1 });
  expect(client.getQueryState(REFERRAL_STATS)?.isInvalidated).toBe(true);
});
