import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RoomMessage } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { fakeResponse } from '../../test/fake-response';
import { createQueryClient } from '../http/query-client';
import { waitForNextTask } from '../browser/scheduling';
import { applyToQuery } from './apply-message';
import { LiveClient } from './live-client';
import type { LiveModule } from './live-module';

const LIST = ['api', 'numbers'] as const;

const message = (seq: number): RoomMessage => ({
  room: 'shop',
  seq,
  id: `e${seq}`,
  type: 'stock.changed',
  occurredAt: '2025-11-03T20:15:00.000Z',
  version: seq,
  data: seq,
});

/** A list that appends each message's number, so that duplicates and losses show. */
const numbers: LiveModule<'shop'> = {
  room: 'shop',
  queries: [LIST],
  handlers: {
    stock: (received, client) =>
      applyToQuery<number[]>(client, LIST, received, (list) => [...list, received.seq]),
  },
};

const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1);
const listAt = (seq: number): Response => fakeResponse(upTo(seq), { headers: { 'Stream-Seq': String(seq) } });

/** A response whose headers are there, and whose body comes when it is let. */
function heldAt(seq: number) {
  let send: (text: string) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const body = new Promise<string>((resolve, reject) => {
    send = resolve;
    fail = reject;
  });
  const response = Object.assign(listAt(seq), { text: () => body });
  return { response, send: () => send(JSON.stringify(upTo(seq))), fail };
}

describe('a list whose headers are there before its body (OWN-125)', () => {
  let client: QueryClient;
  let live: LiveClient;
  const shown = () => client.getQueryData<number[]>(LIST);
  const readWith = (
    response: Response,
    signalled: (signal?: AbortSignal | null) => void = () => undefined,
  ) => {
    globalThis.fetch = async (_path, init) => {
      signalled(init?.signal);
      return response;
    };
    return client.refetchQueries({ queryKey: LIST });
  };

  beforeEach(async () => {
    client = createQueryClient();
    live = new LiveClient(client, () => Promise.reject(new Error('nothing is missing')));
    live.addModule(numbers);
    globalThis.fetch = async () => listAt(3);
    await client.fetchQuery({ queryKey: LIST });
    live.onHead({ room: 'shop', seq: 3 });
  });

  it('keeps a message that arrives while the body is read', async () => {
    const held = heldAt(3);
    const reading = readWith(held.response);
    await waitForNextTask();
    live.onEvent(message(4));
    expect(shown()).toEqual(upTo(4));
    held.send();
    await reading;
    expect(shown()).toEqual(upTo(4));
  });

  it('applies what follows a read that was left while its body was read', async () => {
    const held = heldAt(9);
    const reading = readWith(held.response, (signal) => signal?.addEventListener('abort', held.fail));
    await waitForNextTask();
    await client.cancelQueries({ queryKey: LIST });
    await reading;
    for (const seq of [4, 5]) live.onEvent(message(seq));
    expect(shown()).toEqual(upTo(5));
  });

  it('takes no position from a read that was left though its body comes', async () => {
    const held = heldAt(9);
    const reading = readWith(held.response);
    await waitForNextTask();
    await client.cancelQueries({ queryKey: LIST });
    held.send();
    await reading;
    await waitForNextTask();
    live.onEvent(message(4));
    expect(shown()).toEqual(upTo(4));
  });

  it('takes no position from a body that is no list', async () => {
    await readWith(Object.assign(listAt(9), { text: async () => '<html>' }));
    live.onEvent(message(4));
    expect(shown()).toEqual(upTo(4));
  });
});
