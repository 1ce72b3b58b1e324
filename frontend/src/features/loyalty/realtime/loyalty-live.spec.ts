import { expect, it } from '@jest/globals';
import type { RoomMessage } from '@pax/contracts';
import { LOYALTY } from '../../../lib/api/keys';
import { createQueryClient } from '../../../lib/query-client';
import { loyalty, reward } from '../../../test/loyalty';
import { loyaltyLive } from './loyalty-live';

it.each(['balance.changed', 'reward.changed', 'user.updated'] as const)(
  'reads points, tier and rewards again after %s',
  (type) => {
    const client = createQueryClient();
    client.setQueryData(LOYALTY, loyalty());
    const occurredAt = '2025-11-03T20:15:00.000Z';
    const message: RoomMessage = {
      room: 'user:7',
      seq: 4,
      id: 'e4',
      type,
      occurredAt,
      version: 2,
      data: reward(1),
    };
    loyaltyLive.handlers[type]?.(message, client);
    expect(client.getQueryState(LOYALTY)?.isInvalidated).toBe(true);
  },
);
