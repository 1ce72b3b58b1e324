import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { signIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { ActorSource } from '../access/actor-source.js';
import { RealtimeGateway } from './realtime.gateway.js';
import type { ShopServer, ShopSocket } from '../../platform/realtime/shop-socket.js';

describe('a socket that disconnects before its session was read', () => {
  let shop: ListeningApp;
  beforeAll(async () => {
    shop = await startListeningApp();
  });
  afterAll(() => shop.close());

  const serverOf = (): ShopServer => Reflect.get(shop.app.get(RealtimeGateway), 'server');
  const sockets = (): ShopSocket[] => [...serverOf().sockets.sockets.values()];

  it('is in no room afterwards, and nothing is read for it', async () => {
    const { cookie } = await signIn(shop);
    const actors = shop.app.get(ActorSource);
    const numbers = jest.spyOn(shop.app.get(StreamStore), 'readHeads');
    const read = actors.readByCookieHeader.bind(actors);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    actors.readByCookieHeader = async (...asked) => {
      const actor = await read(...asked);
      await held;
      return actor;
    };
    try {
      const client = new SocketClient(shop.url, { origin: shop.url, cookie });
      const [socket] = await until(
        async () => sockets(),
        ({ length }) => length === 1,
      );
      client.close();
      await until(
        async () => sockets(),
        ({ length }) => length === 0,
      );
      release();
      await socket?.data.ready;
      expect(numbers).not.toHaveBeenCalled();
      expect(socket?.data.rooms).toEqual([]);
      expect([...serverOf().sockets.adapter.rooms.keys()]).toEqual([]);
    } finally {
      release();
      actors.readByCookieHeader = read;
      numbers.mockRestore();
    }
  });
});

describe('a socket that connects', () => {
  it('is in its rooms before their numbers are read, so that it misses no message in between', async () => {
    const shop = await startListeningApp();
    const streams = shop.app.get(StreamStore);
    const heads = streams.readHeads.bind(streams);
    const joined: boolean[] = [];
    streams.readHeads = async (rooms) => {
      const { rooms: known }: ShopServer['sockets']['adapter'] = Reflect.get(
        shop.app.get(RealtimeGateway),
        'server',
      ).sockets.adapter;
      joined.push(...rooms.map((room) => known.has(room)));
      return heads(rooms);
    };
    const { cookie } = await signIn(shop);
    const client = new SocketClient(shop.url, { origin: shop.url, cookie });
    await client.waitForRooms(2);
    expect(joined.slice(0, 2)).toEqual([true, true]);
    client.close();
    await shop.close();
  });
});
