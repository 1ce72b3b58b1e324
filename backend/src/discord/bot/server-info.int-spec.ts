import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { Clock } from '../../platform/clock.js';
import { ServerInfoSource } from './server-info.js';

/** Channels in the settings, of which the one for purchases needs the first four. */
const CHANNELS = Object.fromEntries(
  ['ORDERS', 'HISTORY', 'STOCK', 'ERROR', 'PURCHASES'].map((name, place) => [
    `DISCORD_CHANNEL_${name}`,
    `50000000000000001${place}`,
  ]),
);

describe('server info of Discord (ADMIN-3.10, ADMIN-7.24)', () => {
  let discord: Server;
  let shop: TestApp;
  let movedMs: number;
  let source: ServerInfoSource;
  let status: number;
  const asked: string[] = [];

  beforeEach(async () => {
    status = 200;
    asked.length = 0;
    movedMs = 0;
    discord = createServer((call, answer) => {
      asked.push(`${call.url} ${call.headers.authorization}`);
      answer.writeHead(status, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ id: '1', name: 'The Guild', approximate_member_count: 42 }));
    });
    const port = await new Promise<number>((resolve) => {
      discord.listen(0, '127.0.0.1', () => {
        const address = discord.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    shop = await startTestApp({
      DISCORD_API_URL: `http://127.0.0.1:${port}/api`,
      DISCORD_TOKEN: 'token-of-specs',
      DISCORD_CLIENT_ID: '500000000000000002',
      DISCORD_CLIENT_SECRET: 'secret-of-specs',
      DISCORD_GUILD_ID: '500000000000000001',
      DISCORD_INVITE_URL: 'https://discord.gg/pax',
      DELIVERY_DUE_COINS_MINUTES: '45',
      DELIVERY_DUE_OTHER_HOURS: '12',
      CONFIRMING_HOLD_HOURS: '36',
      CRYPTO_HOLD_HOURS: '12',
      ...CHANNELS,
    });
    shop.app.get(Clock).now = () => new Date(Date.now() + movedMs);
    source = shop.app.get(ServerInfoSource);
  });
  afterEach(async () => {
    await shop.close();
    discord.closeAllConnections();
    discord.close();
  });

  const expected = {
    serverName: 'The Guild',
    memberCount: 42,
    inviteLink: 'https://discord.gg/pax',
    joinReward: true,
    selfCancel: true,
    undoSeconds: 0,
    delivery: { coinsMinutes: 45, otherHours: 12 },
    holdHours: { confirming: 36, crypto: 12 },
    referralMonthlyCap: '50.00',
    postsPurchases: true,
  };

  it('is fetched once a minute, however many ask, and holds the configured delivery times (OWN-87)', async () => {
    await Promise.all([source.readInfo(), source.readInfo(), source.readInfo()]);
    movedMs += 59_000;
    expect(await source.readInfo()).toEqual(expected);
    expect(asked).toEqual(['/api/v10/guilds/500000000000000001?with_counts=true Bot token-of-specs']);
    movedMs += 2_000;
    await source.readInfo();
    expect(asked).toHaveLength(2);
  });

  it('keeps its last value while Discord is unavailable', async () => {
    await source.readInfo();
    movedMs += 61_000;
    status = 500;
    expect(await source.readInfo()).toEqual(expected);
    discord.closeAllConnections();
    discord.close();
    movedMs += 61_000;
    expect(await source.readInfo()).toEqual(expected);
  });

  it('holds the configured values when Discord never answered', async () => {
    status = 401;
    expect(await source.readInfo()).toEqual({ ...expected, serverName: 'Pax Market', memberCount: 0 });
  });
});
