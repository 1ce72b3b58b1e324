import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { discordStatusAnswer, type BotReport, type DiscordStatusAnswer } from '@pax/contracts';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(30_000);

const BOT = 'bot-one-1';
const WELL: BotReport = { guild: 'known', commands: 'registered', unreadable: 0 };
const MINUTE = 60_000;
const VIP_ROLE = '500000000000000031';

describe('the bot’s log-ins (OWN-993, F23)', () => {
  let shop: DiscordShop;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.lapse();
    await shop.database.query('DELETE FROM bot_logins');
    fence = await shop.takeLease(BOT);
  });

  const countLogin = async (by = fence): Promise<unknown> => (await shop.call('/logins', { fence: by })).body;
  const pass = (ms: number): Promise<unknown> =>
    shop.database.query(`UPDATE bot_logins SET at = at - $1 * interval '1 ms'`, [ms]);

  it('are twenty in a row, then one in ten minutes', async () => {
    for (let turn = 0; turn < 20; turn += 1) expect(await countLogin()).toEqual({ waitMs: 0 });
    await pass(9 * MINUTE);
    const refused = await countLogin();
    expect(refused).toEqual({ waitMs: expect.any(Number) });
    expect(Object(refused).waitMs).toBeGreaterThan(50_000);
    expect(Object(refused).waitMs).toBeLessThanOrEqual(MINUTE);
    await pass(MINUTE);
    expect(await countLogin()).toEqual({ waitMs: 0 });
    expect(Object(await countLogin()).waitMs).toBeGreaterThan(9 * MINUTE);
  });

  it('stay below 200 on the worst day, whoever starts the bot how often', async () => {
    let granted = 0;
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      const tries = minute < 40 ? 3 : 1;
      for (let turn = 0; turn < tries; turn += 1) if (Object(await countLogin()).waitMs === 0) granted += 1;
      await pass(5 * MINUTE);
    }
    expect(granted).toBeGreaterThan(150);
    expect(granted).toBeLessThanOrEqual(200);
  });

  it('are free again after a quiet day', async () => {
    for (let turn = 0; turn < 20; turn += 1) await countLogin();
    await pass(24 * 60 * MINUTE);
    for (let turn = 0; turn < 20; turn += 1) expect(await countLogin()).toEqual({ waitMs: 0 });
  });

  it('belong to the holder of the lease, and the last one to one of many', async () => {
    for (let turn = 0; turn < 19; turn += 1) await countLogin();
    expect(await shop.call('/logins', { fence: fence - 1 })).toMatchObject({
      status: 409,
      body: { code: 'FENCED' },
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => countLogin()));
    expect(answers.filter((answer) => Object(answer).waitMs === 0)).toHaveLength(1);
  });
});

describe('the report of the bot (OWN-446)', () => {
  let shop: DiscordShop;
  let admin: SignedIn;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop({ DISCORD_VIP_ROLE_ID: VIP_ROLE });
    admin = await signIn(shop, { admin: true });
    fence = await shop.takeLease(BOT);
  });
  afterAll(() => shop.close());

  const status = async (): Promise<DiscordStatusAnswer> =>
    discordStatusAnswer.parse((await admin.agent.get('/api/admin/discord/status').expect(200)).body);
  const report = async (changes: Partial<BotReport>): Promise<void> => {
    const { status: code } = await shop.call('/lease', {
      instanceId: BOT,
      fence,
      report: { ...WELL, ...changes },
    });
    expect(code).toBe(200);
  };
  /** The Discord of this shop is not reachable. */
  const SHOP = { code: 'DISCORD_AWAY', detail: expect.stringContaining('Discord did not answer') };

  it('is shown while its lease lasts', async () => {
    await report({});
    expect(await status()).toEqual({ connected: true, problems: [SHOP] });
    await report({ commands: 'failed', commandsReason: '403 50001: Missing Access', unreadable: 3 });
    expect(await status()).toEqual({
      connected: true,
      problems: [
        SHOP,
        { code: 'COMMANDS_FAILED', detail: '403 50001: Missing Access' },
        { code: 'EVENTS_UNREADABLE', detail: '3' },
      ],
    });
    await shop.lapse();
    expect(await status()).toEqual({ connected: false, problems: [SHOP, { code: 'BOT_AWAY' }] });
    fence = await shop.takeLease(BOT);
    expect(await status()).toEqual({ connected: true, problems: [SHOP] });
  });

  it('says that the bot posts, but is not at the gateway, and why (OWN-446)', async () => {
    await report({ gateway: 'away', gatewayReason: 'HTTPError: Bad Gateway' });
    expect(await status()).toEqual({
      connected: false,
      problems: [SHOP, { code: 'BOT_GATEWAY_AWAY', detail: 'HTTPError: Bad Gateway' }],
    });
    await report({ gateway: 'connected' });
    expect(await status()).toEqual({ connected: true, problems: [SHOP] });
  });

  it('names a privileged intent that does nothing without another setting (OWN-446)', async () => {
    await report({ idleIntents: ['GuildMembers'] });
    expect((await status()).problems).toContainEqual({ code: 'INTENTS_IDLE', detail: 'GuildMembers' });
    await report({});
    expect(await status()).toEqual({ connected: true, problems: [SHOP] });
  });

  it('has what the bot sees on its server, while its lease lasts (OWN-446)', async () => {
    const doctor: BotReport['doctor'] = {
      channels: [
        { channel: 'stock', state: 'found', name: 'bestand', has: ['ViewChannel'], lacks: ['EmbedLinks'] },
        { channel: 'error', state: 'unknown', has: [], lacks: [] },
      ],
      server: { has: [], lacks: ['ManageRoles'] },
      roles: [{ role: 'vip', state: 'above_bot', name: 'VIP' }],
    };
    await report({ doctor });
    expect((await status()).doctor).toEqual(doctor);
    const refused = await shop.call('/lease', {
      instanceId: BOT,
      fence,
      report: { ...WELL, doctor: { ...doctor, server: { has: [], lacks: ['Administrator'] } } },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    await report({});
    expect((await status()).doctor).toBeUndefined();
  });

  it('says that the panel gives rights to the VIP role, where nothing else is wrong with it (OWN-1159)', async () => {
    const roles = [
      { role: 'staff', state: 'fine', name: 'Crew' },
      { role: 'vip', state: 'fine', name: 'VIP' },
    ] as const;
    const seen: BotReport['doctor'] = { channels: [], server: { has: [], lacks: [] }, roles: [...roles] };
    await report({ doctor: seen });
    await shop.database.query(
      `INSERT INTO role_rights (role_id, rights, updated_by, updated_at) SELECT $1, '{orders}', id, now() FROM users LIMIT 1`,
      [VIP_ROLE],
    );
    expect((await status()).doctor?.roles).toEqual([roles[0], { ...roles[1], state: 'has_rights' }]);
    await shop.database.query('DELETE FROM role_rights');
    expect((await status()).doctor?.roles).toEqual(roles);
    await report({});
  });

  it('counts as none when another version of the shop wrote it', async () => {
    await report({ unreadable: 2 });
    await shop.database.query(`UPDATE bot_lease SET report = report || '{"later": true}'`);
    expect(await status()).toEqual({ connected: true, problems: [SHOP] });
  });

  it('raises one alert when its server is unknown, and another after it was known', async () => {
    const alertCount = async (): Promise<number> => {
      const rows: unknown[] = await shop.database.query(
        `SELECT 1 FROM outbox_events WHERE data->>'title' = 'The bot is no member of the server in its settings'`,
      );
      return rows.length;
    };
    await report({ guild: 'unknown' });
    await report({ guild: 'unknown' });
    expect((await status()).problems).toContainEqual({ code: 'BOT_GUILD_UNKNOWN' });
    expect(await alertCount()).toBe(1);
    await report({});
    await report({ guild: 'unknown' });
    expect(await alertCount()).toBe(2);
  });

  it('is that it waits for a log-in, and until when', async () => {
    for (let turn = 0; turn < 20; turn += 1) await shop.call('/logins', { fence });
    // Still under the lease: it posts by REST meanwhile.
    await report({ gateway: 'logins_spent' });
    expect((await status()).problems.map(({ code }) => code)).toEqual([SHOP.code, 'BOT_LOGINS_SPENT']);
    await shop.lapse();
    const { problems } = await status();
    const spent = problems.find(({ code }) => code === 'BOT_LOGINS_SPENT');
    const waitMs = Date.parse(spent?.detail ?? '') - Date.now();
    expect(waitMs).toBeGreaterThan(9 * MINUTE);
    expect(waitMs).toBeLessThanOrEqual(10 * MINUTE);
    expect(problems).not.toContainEqual({ code: 'BOT_AWAY' });
  });
});
