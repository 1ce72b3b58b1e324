import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ResumeAnswer, ResumeRequest, RoomMessage } from '@pax/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { createQueryClient } from '../http/query-client';
import { applyToQuery } from './apply-message';
import { LiveClient } from './live-client';
import type { LiveModule } from './live-module';
import { recordStreamSeq } from '../http/stream-seqs';

const ONE = ['api', 'one'] as const;
const OTHER = ['api', 'other'] as const;

const message = (seq: number): RoomMessage => ({
  room: 'shop',
  seq,
  id: `e${seq}`,
  type: 'stock.changed',
  occurredAt: '2025-11-03T20:15:00.000Z',
  version: seq,
  data: seq,
});
const between = (after: number, last: number): number[] =>
  Array.from({ length: last - after }, (_, place) => after + 1 + place);

/** Two lists that append each message's number, so that duplicates and losses show. */
const lists: LiveModule<'shop'> = {
  room: 'shop',
  queries: [ONE, OTHER],
  handlers: {
    stock: (received, client) => {
      for (const key of [ONE, OTHER])
        applyToQuery<number[]>(client, key, received, (list) => [...list, received.seq]);
    },
  },
};

describe('lists that were read before the room was joined (OWN-125)', () => {
  let client: QueryClient;
  let live: LiveClient;
  let newest: number;
  let asked: ResumeRequest[];
  /** Pending requests; like the shop it answers one at a time. */
  let open: (() => void)[];

  const resume = async (request: ResumeRequest): Promise<ResumeAnswer> => {
    asked.push(request);
    if (open.length > 0) return { error: 'RATE_LIMITED' };
    const answer = { messages: between(request.since, newest).map(message) };
    await new Promise<void>((resolve) => open.push(resolve));
    return answer;
  };
  const answerNow = (): void => open.splice(0).forEach((resolve) => resolve());
  const read = (key: QueryKey, upTo: number): void => {
    client.setQueryData(key, between(0, upTo));
    recordStreamSeq(client, key, String(upTo));
  };
  const shows = async (last: number, ...keys: QueryKey[]): Promise<void> =>
    waitFor(() => {
      answerNow();
      for (const key of keys) expect(client.getQueryData(key)).toEqual(between(0, last));
    });

  beforeEach(() => {
    client = createQueryClient();
    live = new LiveClient(client, resume);
    newest = 5;
    asked = [];
    open = [];
    live.addModule(lists);
  });

  it('are filled by one question, whatever each of them lacks', async () => {
    read(ONE, 3);
    read(OTHER, 2);
    live.onHead({ room: 'shop', seq: 5 });
    await shows(5, ONE, OTHER);
    expect(asked).toEqual([{ room: 'shop', since: 2 }]);
  });

  it('lose nothing though a message comes before the answer', async () => {
    read(ONE, 3);
    live.onHead({ room: 'shop', seq: 5 });
    live.onEvent(message(6));
    await shows(6, ONE);
    live.onEvent(message(7));
    expect(client.getQueryData(ONE)).toEqual(between(0, 7));
    expect(asked).toHaveLength(1);
  });

  it('lose nothing though a message comes before the head', async () => {
    read(ONE, 3);
    live.onEvent(message(6));
    await shows(6, ONE);
    expect(asked).toEqual([{ room: 'shop', since: 3 }]);
  });

  it('are filled when one is read while another waits for its answer', async () => {
    read(ONE, 3);
    live.onHead({ room: 'shop', seq: 5 });
    client.setQueryData(OTHER, between(0, 2));
    recordStreamSeq(client, OTHER, '2');
    live.addModule({ ...lists, queries: [OTHER], handlers: {} });
    await shows(5, ONE, OTHER);
    expect(asked.map(({ since }) => since)).toEqual([3, 2]);
  });

  it('are filled at the next head when no answer came', async () => {
    read(ONE, 3);
    open.push(() => undefined);
    live.onHead({ room: 'shop', seq: 5 });
    await waitFor(() => expect(asked).toHaveLength(1));
    open = [];
    await Promise.resolve();
    live.onHead({ room: 'shop', seq: 5 });
    await shows(5, ONE);
    expect(asked).toHaveLength(2);
  });
});
