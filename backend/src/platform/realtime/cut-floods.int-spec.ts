import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { until } from '../../../test/until.js';
import { RealtimeGateway } from '../../people/realtime/realtime.gateway.js';
import type { ShopServer } from './shop-socket.js';

/** A ping and a pong of the protocol, masked by zeros. */
const PING = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const message = (text: string): Buffer =>
  Buffer.from([0x81, 0x80 + text.length, 0, 0, 0, 0, ...Buffer.from(text)]);

jest.setTimeout(60_000);

describe('a WebSocket that floods, of a client that closes nothing', () => {
  let shop: ListeningApp;
  beforeAll(async () => {
    shop = await startListeningApp();
  });
  afterAll(() => shop.close());

  /** A WebSocket once it is taken. */
  const opened = async (query = ''): Promise<Socket> => {
    const { hostname, port } = new URL(shop.url);
    const socket = createConnection(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket${query} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${shop.url}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    const [answer]: unknown[] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 101 /);
    return socket.resume();
  };
  /** A connection by polling, with a WebSocket open beside it. */
  const besidePolling = async (): Promise<{ sid: string; socket: Socket }> => {
    const polled = await fetch(`${shop.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: shop.url },
    });
    const { sid }: { sid: string } = JSON.parse((await polled.text()).slice(1));
    return { sid, socket: await opened(`&sid=${sid}`) };
  };
  const upgraded = async (): Promise<Socket> => {
    const { sid, socket } = await besidePolling();
    const server: ShopServer = Reflect.get(shop.app.get(RealtimeGateway), 'server');
    const clients: Record<string, { transport: { name: string } }> = Reflect.get(server.engine, 'clients');
    socket.write(Buffer.concat([message('2probe'), message('5')]));
    await until(
      async () => clients[sid]?.transport.name,
      (name) => name === 'websocket',
    );
    return socket;
  };
  /** Sends some bytes so often. @param ms how long it is watched @returns whether the WebSocket was cut */
  const isCut = async (socket: Socket, frame: Buffer, times: number, ms = 15_000): Promise<boolean> => {
    socket.write(Buffer.concat(Array.from({ length: times }, () => frame)));
    const watched = new AbortController();
    const unchanged = delay(ms, false, { signal: watched.signal }).catch(() => false);
    // A cut may arrive as a reset, which `once` takes for a failure.
    const end = once(socket, 'close').then(
      () => true,
      () => true,
    );
    const cut = await Promise.race([end, unchanged]);
    watched.abort();
    socket.destroy();
    return cut;
  };

  it.each([
    ['pings', PING],
    ['pongs', PONG],
  ])('is cut by 64 KiB of %s in 5 s, and not before (OWN-292)', async (_, frame) => {
    expect(await isCut(await opened(), frame, 9_000, 1_500)).toBe(false);
    expect(await isCut(await opened(), frame, 12_000)).toBe(true);
  });

  it('is cut when it probes for an upgrade again and again (OWN-292)', async () => {
    const { socket } = await besidePolling();
    expect(await isCut(socket, message('2probe'), 6_000)).toBe(true);
  });

  it('is cut by its bytes after an upgrade, too (OWN-292)', async () => {
    expect(await isCut(await upgraded(), PING, 12_000)).toBe(true);
  });

  it.each([
    ['opened', () => opened()],
    ['upgraded from polling', upgraded],
  ])('is cut by more than 300 packets in 5 s: %s (OWN-292)', async (_, connected) => {
    expect(await isCut(await connected(), message('3'), 290, 1_500)).toBe(false);
    expect(await isCut(await connected(), message('3'), 310)).toBe(true);
  });
});
