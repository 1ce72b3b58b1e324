import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { discordUserAgent } from '@pax/contracts';
import { discordWorld } from '@pax/stand-ins';
import { PUBLIC_URL, LiveBot } from '../test/live-bot.js';
import { anOrderPost } from '../test/samples.js';
import { waitUntil } from '../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

const HOUR = 60 * 60_000;

describe('a bot that connects', () => {
  const bot = new LiveBot();
  beforeAll(() => bot.open());
  afterEach(async () => {
    await bot.stop();
    bot.faults.clear();
    bot.shop.loginWaitMs = 0;
    // The next one logs in.
    bot.shop.session = null;
  });
  afterAll(() => bot.close());

  const loginsOf = (): number => bot.shop.logins.length;

  it('has each log-in counted, also reconnects of the library (OWN-993, F23)', async () => {
    await bot.start();
    const before = loginsOf();
    await bot.performAction('drop', { forget: true });
    await waitUntil(() => loginsOf() > before, 'the log-in of a new session is counted', 30_000);
    expect(loginsOf()).toBe(before + 1);
  });

  it('does not log in when none is left, posts by REST meanwhile, says so, and logs in later (OWN-993)', async () => {
    bot.shop.loginWaitMs = HOUR;
    const before = await bot.readGatewayTraffic();
    bot.startWithoutWaiting();
    await bot.waitForLogLine('log-ins are used up');
    bot.shop.addPosts('orders', anOrderPost(81));
    await waitUntil(() => bot.shop.allSent(), 'posted without the gateway');
    await waitUntil(() => bot.lastReport?.gateway === 'logins_spent', 'reported');
    expect(await bot.readGatewayTraffic()).toMatchObject({ identifies: before.identifies, open: 0 });
    await bot.stop();
    const connections = bot.connectionCount;
    bot.shop.loginWaitMs = 1;
    bot.startWithoutWaiting();
    await bot.waitForLogLine('log-ins are used up');
    bot.shop.loginWaitMs = 0;
    await waitUntil(() => bot.connectionCount === connections + 1, 'the bot is connected');
    await waitUntil(() => bot.lastReport?.gateway === 'connected', 'reported');
    expect((await bot.readGatewayTraffic()).identifies).toBe(before.identifies + 1);
  });

  it('does not log in while the backend can’t count it (OWN-993)', async () => {
    bot.shop.failingCalls.set('logins', 2);
    const before = loginsOf();
    await bot.start();
    expect(bot.shop.failingCalls.get('logins')).toBe(0);
    expect(loginsOf()).toBe(before + 1);
  });

  it('registers its commands again until Discord accepts them, and reports it meanwhile', async () => {
    bot.faults.arm({
      faultPoint: 'discord.rest',
      match: 'GET /applications',
      fault: { kind: 'fail', status: 503 },
      times: 2,
    });
    await bot.start();
    await waitUntil(() => bot.lastReport?.commands === 'failed', 'the failure is reported');
    expect(bot.lastReport?.commandsReason).toContain('Service Unavailable');
    await waitUntil(() => bot.lastReport?.commands === 'registered', 'the commands are registered', 30_000);
    expect(bot.lastReport).not.toHaveProperty('commandsReason');
  });

  it('reports that it is no member of the server in its settings (OWN-7)', async () => {
    await bot.start();
    await waitUntil(() => bot.lastReport?.guild === 'known', 'the server is known');
    await bot.stop();
    await bot.start({ DISCORD_GUILD_ID: '1184301928354734999' });
    await waitUntil(() => bot.lastReport?.guild === 'unknown', 'the server is unknown');
    await waitUntil(() => bot.lastReport?.commands === 'failed', 'the commands can’t be registered there');
  });

  it('names itself to Discord by the shop’s address and version', async () => {
    await bot.start();
    await bot.waitUntilRegistered();
    const agents = (await bot.discordCalls()).map(({ agent }) => agent);
    expect(new Set(agents)).toEqual(new Set([discordUserAgent(PUBLIC_URL)]));
  });

  it('registers its commands again when it was taken out of the server and invited anew', async () => {
    const { applicationId, guildId } = discordWorld;
    await bot.start();
    await bot.waitUntilRegistered();
    // Discord forgets the commands of a server that the bot has left.
    await bot.callAsBot('PUT', `/applications/${applicationId}/guilds/${guildId}/commands`, []);
    await bot.dispatch('GUILD_DELETE', { id: guildId });
    await waitUntil(() => bot.lastReport?.guild === 'unknown', 'it is no member any more');
    await bot.performAction('drop', { forget: true });
    await waitUntil(() => bot.lastReport?.guild === 'known', 'it is a member again', 30_000);
    await waitUntil(
      async () => (await bot.command('help').catch(() => undefined))?.state === 'answered',
      'the commands are there',
      30_000,
    );
  });
});
