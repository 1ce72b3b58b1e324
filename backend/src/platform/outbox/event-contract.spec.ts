import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { z } from 'zod';
import { testSettings } from '../../../test/settings.js';
import { ContractBreaches } from '../calls/call-contract.interceptor.js';
import { EventContract } from './event-contract.js';
import type { RoomDraft } from './projections.js';

const stock = { id: 7, stock: 3, isOutOfStock: false };
const event: RoomDraft['event'] = {
  id: 1,
  eventId: 'e',
  type: 'stock.changed',
  aggregateId: '7',
  version: 2,
  data: {},
  occurredAt: new Date(0),
};
const draftOf = (data: unknown, kind: RoomDraft['kind'] = 'shop'): RoomDraft => ({
  kind,
  room: kind === 'user' ? 'user:7' : kind,
  version: 2,
  data,
  event,
});
const contractIn = (isProduction: boolean) => {
  const breaches = new ContractBreaches({ ...testSettings('postgres://127.0.0.1:9/none'), isProduction });
  return { breaches, contract: new EventContract(breaches) };
};

describe('what an event lets out (OWN-458)', () => {
  beforeEach(() => Logger.overrideLogger(false));

  it('is the draft itself when it is what the definition names', () => {
    const draft = draftOf(stock);
    expect(contractIn(false).contract.enforceDraft(draft)).toBe(draft);
  });

  it.each([
    ['a field that is not named', draftOf({ ...stock, held: 2 })],
    ['a wrong field', draftOf({ ...stock, stock: 'many' })],
  ])('is an error in development and tests for %s', (_, draft) => {
    expect(() => contractIn(false).contract.enforceDraft(draft)).toThrow('stock.changed in the room');
  });

  it('is only what is named in production, and the difference is counted', () => {
    const { contract, breaches } = contractIn(true);
    expect(contract.enforceDraft(draftOf({ ...stock, held: 2 }))?.data).toEqual(stock);
    const wrong = { ...stock, stock: 'many' };
    expect(contract.enforceDraft(draftOf({ ...wrong, held: 2 }))?.data).toEqual({
      id: 7,
      isOutOfStock: false,
    });
    expect(breaches.count).toBe(2);
  });

  it('is nothing for a room that the event does not name, though its projection writes for it (OWN-458)', () => {
    for (const isProduction of [false, true]) {
      const { contract, breaches } = contractIn(isProduction);
      expect(contract.enforceDraft(draftOf(stock, 'user'))).toBeUndefined();
      expect(breaches.count).toBe(0);
    }
  });

  it('has no field inside of another that is not named, also when a third is wrong', () => {
    const { contract } = contractIn(true);
    const nested = z.object({
      at: z.number(),
      quote: z.object({ total: z.number() }),
      state: z.enum(['open']),
    });
    contract.definitions = {
      ...contract.definitions,
      'stock.changed': { aggregate: 'stock', rooms: { shop: nested } },
    };
    const draft = draftOf({ at: 1, quote: { total: 5, cost: 2 }, state: 'of another version' });
    expect(contract.enforceDraft(draft)?.data).toEqual({ at: 1, quote: { total: 5 } });
  });
});
