import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type Socket } from 'node:net';
import { startListeningApp, type ListeningApp } from './app.js';
import { sendRaw } from './raw-http.js';
import { SocketClient } from './sockets.js';

const OFFERS = ['h2c', 'H2C', 'websocket', 'TLS/1.0, HTTP/1.1', 'foo'];
const QUOTE = JSON.stringify({ items: [] });
const JSON_HEADERS = ['Content-Type: application/json', `Content-Length: ${QUOTE.length}`];

describe('calls that offer another protocol', () => {
  let shop: ListeningApp;
  beforeAll(async () => {
    shop = await startListeningApp({ RATE_LIMIT_FACTOR: '1000' });
  });
  afterAll(() => shop.close());

  /** A raw HTTP request. */
  const call = (start: string, offer: string, connection: string, ...more: string[]): string =>
    [
      `${start} HTTP/1.1`,
      'Host: shop',
      `Connection: ${connection}`,
      `Upgrade: ${offer}`,
      'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
      ...more,
      '\r\n',
    ].join('\r\n');

  it.each(OFFERS)('are answered as if they had not: %s', async (offer) => {
    const read = await sendRaw(
      shop.url,
      call('GET /api/coin-stock', offer, 'Upgrade, HTTP2-Settings, close'),
    );
    expect(read).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"coinStock":0\}$/);
    const written = `${call('POST /api/checkout/quote', offer, 'close, upgrade', ...JSON_HEADERS)}${QUOTE}`;
    expect(await sendRaw(shop.url, written)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"VALIDATION"/);
    const unknown = await sendRaw(shop.url, call('GET /nothing.png', offer, 'Upgrade, close'));
    expect(unknown).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('have late bodies read', async () => {
    const { hostname, port } = new URL(shop.url);
    const line: Socket = connect(Number(port), hostname);
    let received = '';
    line.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    line.write(call('POST /api/checkout/quote', 'h2c', 'Upgrade', ...JSON_HEADERS));
    for (const byte of QUOTE)
      await new Promise((resolve) => {
        line.write(byte, () => setImmediate(resolve));
      });
    await new Promise((resolve) => line.once('close', resolve));
    expect(received).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"VALIDATION"/);
  });

  it('end their connection, so that many add nothing to it', async () => {
    let connections = 0;
    const count = (): void => {
      connections += 1;
    };
    const server = shop.app.getHttpServer();
    server.on('connection', count);
    const offers = call('GET /api/coin-stock', 'foo', 'keep-alive, Upgrade').repeat(500);
    const received = await sendRaw(shop.url, offers);
    server.off('connection', count);
    expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(1);
    expect(received).toMatch(/^connection: close\r$/im);
    expect(connections).toBe(1);
  });

  it('keep every rule of calls: foreign origins are refused', async () => {
    const foreign = call(
      'POST /api/checkout/quote',
      'h2c',
      'Upgrade, close',
      'Origin: https://evil.example',
      ...JSON_HEADERS,
    );
    expect(await sendRaw(shop.url, `${foreign}${QUOTE}`)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('leave the sockets as they are', async () => {
    const client = new SocketClient(shop.url, { origin: shop.url, transport: 'websocket' });
    expect(await client.waitForRooms(1)).toEqual(['shop']);
    client.close();
  });
});
