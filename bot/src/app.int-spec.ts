import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeDiscord } from '../test/fake-discord.js';
import { ShopServer, TOKEN } from '../test/fake-shop-server.js';
import { waitUntil } from '../test/wait-until.js';
import { BotApp } from './app.js';
import { DiscordRefusesError } from './discord/gateway.js';
import { createLogger } from './logger.js';
import { readSettings } from './settings.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

describe('the bot', () => {
  const shop = new ShopServer();
  const discord = new FakeDiscord();
  let app: BotApp;

  beforeEach(async () => {
    const settings = readSettings({
      DISCORD_API_URL: await discord.start(),
      BACKEND_URL: await shop.start(),
      BOT_API_TOKEN: TOKEN,
      BOT_INSTANCE_ID: 'bot-of-this-spec',
      DISCORD_TOKEN: 'token-that-discord-does-not-know',
      DISCORD_CLIENT_ID: '1184299640417775616',
      DISCORD_GUILD_ID: '1184301928354734080',
      DISCORD_CHANNEL_ORDERS: '1184303412795904081',
      DISCORD_CHANNEL_HISTORY: '1184303447319232593',
      DISCORD_CHANNEL_STOCK: '1184303480596840538',
      DISCORD_CHANNEL_ERROR: '1184303513069953115',
    });
    app = new BotApp(settings, createLogger({ level: 'silent' }));
  });
  afterEach(async () => {
    await Promise.all([shop.stop(), discord.stop()]);
    shop.leaseHolder = undefined;
  });

  it('raises an alert and ends when Discord rejects its token, after a single try (F21)', async () => {
    await expect(app.run()).rejects.toBeInstanceOf(DiscordRefusesError);
    expect(shop.alerts).toMatchObject([{ title: 'Discord lehnt den Bot ab' }]);
    expect(discord.calls).toHaveLength(1);
  });

  it('does not call Discord while another bot holds the lease, and stops when asked (OWN-150)', async () => {
    shop.leaseHolder = 'bot-elsewhere';
    const before = discord.calls.length;
    const running = app.run();
    await waitUntil(() => shop.calls.length > 0, 'lease asked for');
    app.stop();
    await running;
    expect(discord.calls).toHaveLength(before);
  });
});
