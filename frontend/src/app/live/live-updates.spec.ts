import { expect, it, jest } from '@jest/globals';
import { createQueryClient } from '../../lib/http/query-client';
import { addLiveModule, reconnectLive } from './live-updates';

jest.mock('../../lib/realtime/connect-live', () => {
  throw new TypeError('offline');
});

it('renewing fails at nothing while the code of the socket does not load (SHOP-8.9)', async () => {
  addLiveModule(createQueryClient(), { room: 'shop', queries: [], handlers: {} });
  await expect(reconnectLive()).resolves.toBeUndefined();
});
