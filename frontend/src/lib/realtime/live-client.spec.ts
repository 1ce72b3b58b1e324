import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventType, ResumeAnswer, ResumeRequest, RoomMessage } from '@pax/contracts';
import { waitFor } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../http/query-client';
import { fakeResponse } from '../../test/fake-response';
import { applyToQuery } from './apply-message';
import { LiveClient } from './live-client';
import type { LiveModule } from './live-module';

const LIST = ['api', 'numbers'] as const;

const message = (seq: number, room = 'shop', type: EventType = 'stock.changed'): RoomMessage => ({
  room,
  seq,
  id: `e${seq}`,
  type,
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

/** Fake server: a list with every message up to its position, and a log of requests. */
class Server {
  readonly asked: ResumeRequest[] = [];
  answer: (request: ResumeRequest) => ResumeAnswer | Promise<ResumeAnswer> = ({ since }) => ({
    messages: Array.from({ length: Math.max(0, this.newest - since) }, (_, i) => message(since + 1 + i)),
  });
  constructor(public newest: number) {}
  readonly resume = async (request: ResumeRequest): Promise<ResumeAnswer> => {
    this.asked.push(request);
    return this.answer(request);
  };
  readonly list = (at = this.newest): Response => {
    const body = Array.from({ length: at }, (_, i) => i + 1);
    return fakeResponse(body, { headers: { 'Stream-Seq': String(at) } });
  };
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

let client: QueryClient;
let fetched: jest.Mock<() => Promise<Response>>;
const shown = () => client.getQueryData<number[]>(LIST);
const setUp = (server: Server, ...modules: LiveModule[]) => {
  const live = new LiveClient(client, server.resume);
  for (const module of modules) live.addModule(module);
  return live;
};

beforeEach(() => {
  client = createQueryClient();
  fetched = jest.fn<() => Promise<Response>>();
  globalThis.fetch = fetched;
});
afterEach(() => client.clear());

describe('LiveClient', () => {
  it('applies messages in order and ignores repeats', async () => {
    const server = new Server(3);
    const live = setUp(server, numbers);
    fetched.mockResolvedValue(server.list());
    await client.fetchQuery({ queryKey: LIST });
    live.onHead({ room: 'shop', seq: 3 });
    for (const seq of [4, 4, 5, 3]) live.onEvent(message(seq));
    expect(shown()).toEqual(upTo(5));
    expect(server.asked).toEqual([]);
  });

  it('asks for a gap once and loses nothing of what arrives meanwhile (OWN-125)', async () => {
    const server = new Server(3);
    const live = setUp(server, numbers);
    fetched.mockResolvedValue(server.list());
    await client.fetchQuery({ queryKey: LIST });
    live.onHead({ room: 'shop', seq: 3 });
    server.newest = 6;
    live.onEvent(message(6));
    server.newest = 7;
    live.onEvent(message(7));
    await waitFor(() => expect(shown()).toEqual(upTo(7)));
    expect(server.asked).toEqual([{ room: 'shop', since: 3 }]);
  });

  it('a head ahead of it makes it ask', async () => {
    const server = new Server(2);
    const live = setUp(server, numbers);
    fetched.mockResolvedValue(server.list());
    await client.fetchQuery({ queryKey: LIST });
    live.onHead({ room: 'shop', seq: 2 });
    server.newest = 5;
    live.onHead({ room: 'shop', seq: 5 });
    await waitFor(() => expect(shown()).toEqual(upTo(5)));
  });

  it('a list read before the socket was there is brought up to date (OWN-125)', async () => {
    const server = new Server(5);
    fetched.mockResolvedValue(server.list(3));
    await client.fetchQuery({ queryKey: LIST });
    const live = setUp(server, numbers);
    live.onHead({ room: 'shop', seq: 5 });
    await waitFor(() => expect(shown()).toEqual(upTo(5)));
    expect(server.asked).toEqual([{ room: 'shop', since: 3 }]);
  });

  it('a list that does not say when it was read is read again once the room is joined', async () => {
    fetched.mockResolvedValue(fakeResponse([1, 2]));
    await client.fetchQuery({ queryKey: LIST });
    const live = setUp(new Server(5), numbers);
    live.onHead({ room: 'shop', seq: 5 });
    expect(client.getQueryState(LIST)?.isInvalidated).toBe(true);
  });

  it('messages that arrive during a fetch are laid over its older answer (OWN-125)', async () => {
    const server = new Server(3);
    const live = setUp(server, numbers);
    live.onHead({ room: 'shop', seq: 3 });
    let answerNow: (read: Response) => void = () => undefined;
    fetched.mockReturnValue(new Promise((resolve) => (answerNow = resolve)));
    const reading = client.fetchQuery({ queryKey: LIST });
    live.onEvent(message(4));
    live.onEvent(message(5));
    answerNow(server.list(3));
    await reading;
    expect(shown()).toEqual(upTo(5));
  });

  it('messages that an answer contains already are not applied again', async () => {
    const server = new Server(9);
    const live = setUp(server, numbers);
    live.onHead({ room: 'shop', seq: 7 });
    fetched.mockResolvedValue(server.list(9));
    await client.fetchQuery({ queryKey: LIST });
    live.onEvent(message(8));
    live.onEvent(message(9));
    expect(shown()).toEqual(upTo(9));
    live.onEvent(message(10));
    expect(shown()).toEqual(upTo(10));
  });

  it('an older answer never takes back what a message brought: a slow refetch is caught up', async () => {
    const server = new Server(3);
    const live = setUp(server, numbers);
    fetched.mockResolvedValue(server.list(3));
    await client.fetchQuery({ queryKey: LIST });
    live.onHead({ room: 'shop', seq: 3 });
    live.onEvent(message(4));
    fetched.mockResolvedValue(server.list(3));
    await client.refetchQueries({ queryKey: LIST });
    expect(shown()).toEqual(upTo(4));
  });

  it('a reset fetches the lists again and goes on from its number', async () => {
    const server = new Server(2);
    const live = setUp(server, numbers);
    fetched.mockResolvedValue(server.list());
    await client.fetchQuery({ queryKey: LIST });
    live.onHead({ room: 'shop', seq: 2 });
    server.newest = 900;
    server.answer = () => ({ reset: true, seq: 900 });
    fetched.mockResolvedValue(server.list());
    live.onHead({ room: 'shop', seq: 900 });
    await waitFor(() => expect(client.getQueryState(LIST)?.isInvalidated).toBe(true));
    await client.refetchQueries({ queryKey: LIST });
    live.onEvent(message(901));
    expect(shown()).toEqual(upTo(901));
    expect(server.asked).toHaveLength(1);
  });

  it('no answer to resume: the next head asks again', async () => {
    const server = new Server(2);
    const live = setUp(server, numbers);
    fetched.mockResolvedValue(server.list());
    await client.fetchQuery({ queryKey: LIST });
    live.onHead({ room: 'shop', seq: 2 });
    const answering = server.answer;
    server.answer = () => Promise.reject(new Error('timeout'));
    server.newest = 4;
    live.onHead({ room: 'shop', seq: 4 });
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(shown()).toEqual(upTo(2));
    server.answer = answering;
    await Promise.resolve();
    live.onHead({ room: 'shop', seq: 4 });
    await waitFor(() => expect(shown()).toEqual(upTo(4)));
  });

  it('after reconnecting, a head behind it is asked about: the server may have begun anew', async () => {
    const server = new Server(5);
    const live = setUp(server, numbers);
    live.onHead({ room: 'shop', seq: 5 });
    live.onHead({ room: 'shop', seq: 4 });
    expect(server.asked).toEqual([]);
    live.onConnect();
    server.answer = () => ({ reset: true, seq: 1 });
    live.onHead({ room: 'shop', seq: 1 });
    await waitFor(() => expect(server.asked).toEqual([{ room: 'shop', since: 5 }]));
  });

  it('hands a message to the modules of its own room only', () => {
    const received: string[] = [];
    const note = (kind: string) => (got: RoomMessage) => void received.push(`${kind} ${got.room} ${got.seq}`);
    const mine: LiveModule<'user'> = { room: 'user', queries: [], handlers: { order: note('user') } };
    const panels: LiveModule<'admin'> = { room: 'admin', queries: [], handlers: { order: note('admin') } };
    const live = setUp(new Server(0), mine, panels);
    live.onEvent(message(1, 'user:7', 'order.paid'));
    live.onEvent(message(8, 'admin', 'order.paid'));
    expect(received).toEqual(['user user:7 1', 'admin admin 8']);
  });

  it('one handler that fails holds up neither the others nor the stream', () => {
    const reported: unknown[] = [];
    globalThis.reportError = (error: unknown) => void reported.push(error);
    const broken: LiveModule<'shop'> = {
      room: 'shop',
      queries: [],
      handlers: {
        stock: () => {
          throw new Error('bad data');
        },
      },
    };
    client.setQueryData(LIST, []);
    const live = setUp(new Server(0), broken, numbers);
    live.onEvent(message(1));
    live.onEvent(message(2));
    expect(shown()).toEqual([1, 2]);
    expect(reported).toHaveLength(2);
  });

  it("another account's room starts anew", () => {
    const received: string[] = [];
    const mine: LiveModule<'user'> = {
      room: 'user',
      queries: [],
      handlers: { order: (got) => void received.push(`${got.room} ${got.seq}`) },
    };
    const live = setUp(new Server(0), mine);
    live.onEvent(message(41, 'user:7', 'order.paid'));
    live.leaveSessionRooms();
    live.onEvent(message(3, 'user:8', 'order.paid'));
    expect(received).toEqual(['user:7 41', 'user:8 3']);
  });

  /** A user room with its list, and a server that responds on demand. */
  const heldRoom = async () => {
    const received: number[] = [];
    const mine: LiveModule<'user'> = {
      room: 'user',
      queries: [LIST],
      handlers: { order: (got) => void received.push(got.seq) },
    };
    const server = new Server(5);
    const answers: ((answer: ResumeAnswer) => void)[] = [];
    server.answer = () => new Promise((resolve) => answers.push(resolve));
    fetched.mockResolvedValue(server.list(3));
    await client.fetchQuery({ queryKey: LIST });
    const live = setUp(server, mine);
    const answerAll = async (resumed: ResumeAnswer): Promise<void> => {
      for (const answerNow of answers.splice(0)) answerNow(resumed);
      await Promise.resolve().then(() => undefined);
    };
    return { received, live, server, answerAll };
  };
  const missed = (...seqs: number[]): ResumeAnswer => ({
    messages: seqs.map((seq) => message(seq, 'user:7', 'order.paid')),
  });

  it.each(['catching up', 'filling a list'])(
    'an answer that comes after the session changed is not handed on: %s',
    async (how) => {
      const { received, live, server, answerAll } = await heldRoom();
      live.onHead({ room: 'user:7', seq: how === 'catching up' ? 3 : 5 });
      live.onHead({ room: 'user:7', seq: 5 });
      expect(server.asked).toEqual([{ room: 'user:7', since: 3 }]);
      live.leaveSessionRooms();
      await answerAll(missed(4, 5));
      expect(received).toEqual([]);
      // The same account signs in again: its room starts anew and receives what follows.
      live.onHead({ room: 'user:7', seq: 5 });
      await answerAll({ reset: true, seq: 5 });
      expect(client.getQueryState(LIST)?.isInvalidated).toBe(true);
    },
  );

  it('a reset that comes after the session changed fetches nothing again', async () => {
    const { live, answerAll } = await heldRoom();
    live.onHead({ room: 'user:7', seq: 3 });
    live.onHead({ room: 'user:7', seq: 5 });
    live.leaveSessionRooms();
    await answerAll({ reset: true, seq: 5 });
    expect(client.getQueryState(LIST)?.isInvalidated).toBe(false);
  });
});
