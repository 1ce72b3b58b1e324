import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Server } from 'node:http';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { connectAndStall } from '../../../test/slow-reader.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';
import { SocketIntervals } from '../../platform/realtime/socket-quota.js';
import { RealtimeGateway } from './realtime.gateway.js';

const SLOW_MACHINE_MS = 60_000;
jest.setTimeout(SLOW_MACHINE_MS);
const MESSAGES = 6_000;
const CHUNK = 200;
/** Of each message, so that all of them are more than the system's buffers take. */
const BYTES = 5_000;
/** Packets far below what is too many, and bytes of each: together more than buffers and limit take. */
const LARGE = 60;
const LARGE_BYTES = 250_000;

describe('sockets that do not keep up (F35)', () => {
  let shop: ListeningApp;
  beforeAll(async () => {
    shop = await startListeningApp(
      {},
      { prepare: (app) => Object.assign(app.get(SocketIntervals), { slowMs: 20 }) },
    );
    await shop.database.query(
      `INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data)
       SELECT 'shop', n, gen_random_uuid(), 'stock.changed', now(), 1, to_jsonb(repeat('x', $1)) FROM generate_series(1, $2) n`,
      [BYTES, MESSAGES],
    );
    await shop.database.query(`INSERT INTO stream_rooms VALUES ('shop', $1)`, [MESSAGES]);
  });
  afterAll(() => shop.close());

  /** Number of open TCP connections, with or without a Socket.IO socket. */
  const lines = async (): Promise<number> =>
    new Promise((resolve, reject) => {
      const server: Server = shop.app.getHttpServer();
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  it('are disconnected, so that their buffers stay small; reading sockets get every message', async () => {
    const gateway = shop.app.get(RealtimeGateway);
    const reading = new SocketClient(shop.url, { origin: shop.url });
    await reading.waitForRooms(1);
    const stalled = await connectAndStall(shop.url, shop.url);
    expect(gateway.countSockets()).toBe(2);
    for (let from = 1; from <= MESSAGES; from += CHUNK) {
      await gateway.emitMessages([{ room: 'shop', from, to: from + CHUNK - 1 }]);
      // The reading socket catches up, as it does between two relay steps.
      await reading.waitForMessages('shop', from + CHUNK - 1);
    }
    await until(
      async () => gateway.countSockets(),
      (count) => count === 1,
    );
    expect(reading.messages).toHaveLength(MESSAGES);
    expect(reading.endings).toEqual([]);
    stalled.destroy();
    reading.close();
  });

  it('are disconnected for few large packets as for many small ones (OWN-292)', async () => {
    const gateway = shop.app.get(RealtimeGateway);
    const reading = new SocketClient(shop.url, { origin: shop.url });
    await reading.waitForRooms(1);
    const stalled = await connectAndStall(shop.url, shop.url);
    await shop.database.query(
      `INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data)
       SELECT 'shop', $1 + n, gen_random_uuid(), 'stock.changed', now(), 1, to_jsonb(repeat('x', $2)) FROM generate_series(1, $3::int) n`,
      [MESSAGES, LARGE_BYTES, LARGE],
    );
    await shop.database.query(`UPDATE stream_rooms SET seq = seq + $1 WHERE room = 'shop'`, [LARGE]);
    for (let n = 1; n <= LARGE; n += 1) {
      await gateway.emitMessages([{ room: 'shop', from: MESSAGES + n, to: MESSAGES + n }]);
      await reading.waitForMessages('shop', n);
    }
    await until(
      async () => gateway.countSockets(),
      (count) => count === 1,
    );
    // Its buffer is dropped at once; an orderly close would keep it for more than a minute.
    await until(lines, (count) => count === 1);
    expect(reading.endings).toEqual([]);
    stalled.destroy();
    reading.close();
  });
});
