import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { connect as dial, type Socket } from 'node:net';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';
import { SocketLimits } from './socket-quota.js';
import { RealtimeGateway } from '../../people/realtime/realtime.gateway.js';
import type { ShopServer } from './shop-socket.js';

/** Of 500. */
const FACTOR = '0.006';
const MOST = 3;

/** Connections may be opened as fast as these specs do. */
const patient = (app: NestFastifyApplication): void => {
  app.get(SocketLimits).connects = 1e6;
};

const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
];

/** Sends many handshakes in one write, as no client does. @returns its TCP socket */
async function ask(shop: ListeningApp, transport: 'websocket' | 'polling', times: number): Promise<Socket> {
  const handshake = [
    `GET /socket.io/?EIO=4&transport=${transport} HTTP/1.1`,
    'Host: shop',
    `Origin: ${shop.url}`,
    ...(transport === 'websocket' ? UPGRADE : []),
    '\r\n',
  ].join('\r\n');
  const line = dial(Number(new URL(shop.url).port), '127.0.0.1');
  line.on('error', () => undefined);
  await new Promise<void>((resolve) => line.write(handshake.repeat(times), () => resolve()));
  return line;
}

const engineOf = (shop: ListeningApp): ShopServer['engine'] => {
  const server: ShopServer = Reflect.get(shop.app.get(RealtimeGateway), 'server');
  return server.engine;
};

/** Closes what nobody is there to close. */
function closeAll(shop: ListeningApp): void {
  const clients: Record<string, { close(discard: boolean): void }> = Reflect.get(engineOf(shop), 'clients');
  for (const client of Object.values(clients)) client.close(true);
}

describe.each(['websocket', 'polling'] as const)('sockets of one caller by %s (OWN-292)', (transport) => {
  let shop: ListeningApp;
  const open: SocketClient[] = [];
  const connect = (from: string, claimed = ''): SocketClient => {
    const headers = { 'x-forwarded-for': claimed + from };
    const client = new SocketClient(shop.url, { origin: shop.url, transport, headers });
    open.push(client);
    return client;
  };
  const connected = async (from: string, count: number): Promise<SocketClient[]> => {
    const clients = Array.from({ length: count }, () => connect(from));
    for (const client of clients) await client.waitForRooms(1);
    return clients;
  };
  /** Waits until the last connection is closed, which is after its socket has left its rooms. */
  const none = async (): Promise<unknown> =>
    until(
      async () => engineOf(shop).clientsCount,
      (count) => count === 0,
    );

  beforeAll(async () => {
    shop = await startListeningApp({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: FACTOR }, { prepare: patient });
  });
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await none();
  });
  afterAll(() => shop.close());

  it('are so many and no more, whatever else the caller claims; others are not kept out', async () => {
    await connected('203.0.113.5', MOST);
    expect(await connect('203.0.113.5').waitUntilEnded()).toBe('refused');
    expect(await connect('203.0.113.5', '198.51.100.1, ').waitUntilEnded()).toBe('refused');
    const [other] = await connected('203.0.113.6', 1);
    expect(other?.endings).toEqual([]);
  });

  it('are counted by the network of IPv6, which one caller owns as a whole', async () => {
    await connected('2001:db8:1:2::1', MOST);
    expect(await connect('2001:db8:1:2:ffff::9').waitUntilEnded()).toBe('refused');
    await connected('2001:db8:1:3::1', 1);
  });

  it('are no longer counted when they are closed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const clients = await connected('203.0.113.7', MOST);
      expect(clients.flatMap(({ endings }) => endings)).toEqual([]);
      for (const client of clients) client.close();
      await none();
    }
  });
});

describe('a hostile caller (OWN-292)', () => {
  let shop: ListeningApp;
  beforeAll(async () => {
    shop = await startListeningApp({ RATE_LIMIT_FACTOR: FACTOR }, { prepare: patient });
  });
  afterAll(() => shop.close());

  it('who asks for many connections in one moment has no more than others', async () => {
    const line = await ask(shop, 'polling', 40);
    await until(
      async () => engineOf(shop).clientsCount,
      (count) => count > 0 && count <= MOST,
    );
    line.destroy();
    closeAll(shop);
    await until(
      async () => engineOf(shop).clientsCount,
      (count) => count === 0,
    );
    // Refused connections count no longer: the caller may open as many as before.
    const again = Array.from({ length: MOST }, () => new SocketClient(shop.url, { origin: shop.url }));
    for (const client of again) await client.waitForRooms(1);
    expect(again.flatMap(({ endings }) => endings)).toEqual([]);
    for (const client of again) client.close();
  });

  it.each(['websocket', 'polling'] as const)(
    'who disconnects by %s before the address is read harms nobody',
    async (transport) => {
      for (let n = 0; n < 40; n += 1) (await ask(shop, transport, 1)).resetAndDestroy();
      const clients: Record<string, { close(discard: boolean): void }> = Reflect.get(
        engineOf(shop),
        'clients',
      );
      for (const client of Object.values(clients)) client.close(true);
      const other = new SocketClient(shop.url, { origin: shop.url });
      await other.waitForRooms(1);
      expect(other.endings).toEqual([]);
      other.close();
    },
  );
});

describe('a caller who connects again and again (OWN-292)', () => {
  let shop: ListeningApp;
  beforeAll(async () => {
    shop = await startListeningApp(
      { TRUST_PROXY: '1' },
      { prepare: (app) => Object.assign(app.get(SocketLimits), { connects: MOST, windowS: 3 }) },
    );
  });
  afterAll(() => shop.close());

  const knock = async (from: string): Promise<string[]> => {
    const client = new SocketClient(shop.url, { origin: shop.url, headers: { 'x-forwarded-for': from } });
    await until(
      async () => client.heads.length + client.endings.length,
      (count) => count > 0,
    );
    client.close();
    return client.endings.slice(0, 1);
  };

  it('is refused for a while, though nothing is open; others are not', async () => {
    // All at the same moment, so that they fall into one window.
    const knocks = await Promise.all(Array.from({ length: 2 * MOST }, () => knock('203.0.113.20')));
    expect(knocks.filter(([ending]) => ending !== 'refused')).toHaveLength(MOST);
    expect(await knock('203.0.113.21')).not.toEqual(['refused']);
    await until(
      () => knock('203.0.113.20'),
      ([ending]) => ending !== 'refused',
    );
  });
});
