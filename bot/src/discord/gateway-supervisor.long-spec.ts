import { describe, expect, it, jest } from '@jest/globals';
import { LiveBot } from '../../test/live-bot.js';
import { anOrderPost, NOON_TOKEN } from '../../test/samples.js';
import { waitUntil } from '../../test/wait-until.js';

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(120_000);

const LEASE = { renewMs: 100, validMs: 1_500, marginMs: 100 };
/** Longer than a step takes on a busy machine, or it would be given up and begun once more. */
const STEP_MS = 4_000;
const SILENT = { kind: 'slow', ms: 600_000 } as const;
type Fault = Parameters<LiveBot['faults']['arm']>[0]['fault'];
type Row = [step: string, fault: Fault, times: number];

/** Failures before anybody says a word about the session. */
const UNHEARD: Row[] = [
  ['CONNECT', { kind: 'fail', status: 502 }, 4],
  ['CONNECT', { kind: 'fail', status: 403 }, 1],
  ['CONNECT', { kind: 'cut' }, 2],
  ['CONNECT', SILENT, 1],
  ['HELLO', { kind: 'cut' }, 2],
  ['HELLO', SILENT, 1],
];

const withBot = async (test: (bot: LiveBot) => Promise<void>): Promise<void> => {
  const bot = new LiveBot(50, { leaseTiming: LEASE, stepTimeoutMs: STEP_MS });
  try {
    await bot.open();
    await test(bot);
  } finally {
    await bot.close();
  }
};
const arm = (bot: LiveBot, [match, fault, times]: Row): void =>
  void bot.faults.arm({ faultPoint: 'discord.gateway', match, fault, times });
const answers = (bot: LiveBot): Promise<void> =>
  waitUntil(
    async () => {
      bot.endCooldowns();
      return JSON.stringify(await bot.command('pool')).includes('750M');
    },
    'a command is answered',
    60_000,
  );

describe('the one client at the gateway (OWN-993)', () => {
  it.concurrent.each([
    ...UNHEARD.map((row) => [...row, 1] as const),
    ['IDENTIFY', { kind: 'cut' }, 2, 3],
    ['IDENTIFY', { kind: 'fail', status: 500 }, 1, 2],
    ['IDENTIFY', SILENT, 1, 2],
  ] as const)('at its start after %s %j × %i has made %i log-ins', (step, fault, times, logins) =>
    withBot(async (bot) => {
      arm(bot, [step, fault, times]);
      await bot.start();
      await answers(bot);
      expect(await bot.readGatewayTraffic()).toEqual({
        connects: times + 1,
        identifies: logins,
        resumes: 0,
        open: 1,
        mostOpen: 1,
      });
    }),
  );

  it.concurrent.each([
    ...UNHEARD.filter((_, index) => index % 2 === 0).map((row) => [...row, 0] as const),
    ['RESUME', { kind: 'cut' }, 2, 0],
    ['RESUME', SILENT, 1, 0],
    ['RESUME', { kind: 'fail', status: 500 }, 1, 1],
  ] as const)(
    'in two outages with %s %j × %i makes %i log-ins and resumes else',
    (step, fault, times, logins) =>
      withBot(async (bot) => {
        await bot.start();
        await bot.waitUntilRegistered();
        const first = await bot.readGatewayTraffic();
        for (const outage of [1, 2]) {
          arm(bot, [step, fault, times]);
          const gone = (await bot.readGatewayTraffic()).connects;
          await bot.performAction('drop', {});
          await waitUntil(
            async () => (await bot.readGatewayTraffic()).connects === gone + times + 1,
            'connected again',
            60_000,
          );
          await waitUntil(() => bot.lastReport?.gateway === 'connected', 'reported', 60_000);
          await answers(bot);
          const traffic = await bot.readGatewayTraffic();
          expect(traffic).toMatchObject({
            identifies: first.identifies + logins * outage,
            open: 1,
            mostOpen: 1,
          });
        }
        expect(bot.connectionCount).toBe(1);
      }),
  );

  it.concurrent('waits for the gateway’s address without logging in, and posts meanwhile', () =>
    withBot(async (bot) => {
      bot.faults.arm({
        faultPoint: 'discord.rest',
        match: 'GET /gateway/bot',
        fault: { kind: 'fail', status: 502 },
        times: 2,
      });
      bot.shop.addPosts('orders', anOrderPost(1));
      bot.startWithoutWaiting();
      await waitUntil(() => bot.shop.allSent(), 'posted');
      await waitUntil(() => bot.lastReport?.gatewayReason !== undefined, 'the reason is reported');
      expect(bot.lastReport).toMatchObject({
        gateway: 'away',
        gatewayReason: expect.stringContaining('Bad Gateway'),
      });
      await waitUntil(() => bot.connectionCount === 1, 'connected', 60_000);
      await answers(bot);
      expect(await bot.readGatewayTraffic()).toEqual({
        connects: 1,
        identifies: 1,
        resumes: 0,
        open: 1,
        mostOpen: 1,
      });
    }));

  it.concurrent('of the next process resumes the session, knows the server, and misses nothing', () =>
    withBot(async (bot) => {
      await bot.start();
      await bot.waitUntilRegistered();
      await waitUntil(
        () => bot.shop.session !== null && bot.lastReport?.doctor !== undefined,
        'session and server told',
      );
      const { doctor } = bot.lastReport ?? {};
      await bot.stop();
      expect((await bot.readGatewayTraffic()).open).toBe(0);
      await bot.start();
      await bot.waitUntilRegistered();
      await waitUntil(
        () => bot.lastReport?.gateway === 'connected' && bot.lastReport.doctor !== undefined,
        'reported',
      );
      expect(bot.lastReport?.doctor).toEqual(doctor);
      await answers(bot);
      expect(await bot.readGatewayTraffic()).toMatchObject({
        identifies: 1,
        resumes: 1,
        open: 1,
        mostOpen: 1,
      });
      await bot.performAction('drop', {});
      await waitUntil(async () => (await bot.readGatewayTraffic()).resumes === 2, 'resumed again');
      await answers(bot);
    }));

  it.concurrent('of the next process logs in once where the session ended meanwhile', () =>
    withBot(async (bot) => {
      await bot.start();
      await waitUntil(() => bot.shop.session !== null, 'the session is told');
      await bot.stop();
      await bot.performAction('drop', { forget: true });
      await bot.start();
      await answers(bot);
      expect(await bot.readGatewayTraffic()).toMatchObject({ identifies: 2, resumes: 1, mostOpen: 1 });
    }));

  it.concurrent('begins anew where the session is of other intents or another application', () =>
    withBot(async (bot) => {
      await bot.start();
      await waitUntil(() => bot.shop.session !== null, 'the session is told');
      for (const other of [{ intents: 3 }, { clientId: '1184299640417775999' }]) {
        await bot.stop();
        if (bot.shop.session) Object.assign(bot.shop.session, other);
        await bot.start();
      }
      expect(await bot.readGatewayTraffic()).toMatchObject({ identifies: 3, resumes: 0 });
    }));
});

describe('a bot whose shop is away (OWN-994)', () => {
  it.concurrent('stays at the gateway and says so in the caller’s language to commands, buttons and windows, and posts once it is back', () =>
    withBot(async (bot) => {
      await bot.start();
      await bot.waitUntilRegistered();
      bot.shop.addPosts('orders', anOrderPost(1));
      await waitUntil(() => bot.shop.allSent(), 'a post to press is there');
      await bot.command('language', { user: 'lumen_oak', options: { language: 'de' } });
      const { port } = bot.shop;
      await bot.shop.stop();
      await bot.waitForLogLine('lease ended');
      const opened = await bot.command('ticket');
      const written = 'Where is my order? 🐉';
      const values = { priority: ['urgent'], subject: 'Order', message: written };
      const sent = await bot.fill(opened.interaction, values);
      expect(JSON.stringify(sent)).toContain(
        'The shop does not answer right now. Please try again in a minute.',
      );
      expect(JSON.stringify(sent)).toContain(written);
      const [, message = ''] = /"id":"(\d+)"/.exec(await bot.readMessages('orders')) ?? [];
      bot.endCooldowns();
      const pressed = await bot.press(message, `order:process:1001:${NOON_TOKEN}`, {
        user: 'mira.staff',
        channel: 'orders',
      });
      expect(JSON.stringify(pressed)).toContain('The shop does not answer right now.');
      bot.endCooldowns();
      expect(JSON.stringify(await bot.command('pool', { user: 'lumen_oak' }))).toContain(
        'Der Shop antwortet gerade nicht. Bitte in einer Minute noch einmal versuchen.',
      );
      bot.shop.addPosts('orders', anOrderPost(2));
      await bot.shop.start(port);
      await waitUntil(() => bot.shop.allSent(), 'posted');
      await answers(bot);
      expect(await bot.readGatewayTraffic()).toMatchObject({ connects: 1, identifies: 1 });
    }));

  it.concurrent('leaves the gateway once another bot has the lease, and comes back to its session', () =>
    withBot(async (bot) => {
      await bot.start();
      await bot.waitUntilRegistered();
      bot.shop.leaseHolder = 'bot-elsewhere';
      await waitUntil(async () => (await bot.readGatewayTraffic()).open === 0, 'it left');
      await bot.waitForLogLine('waiting for the lease');
      const { connects } = await bot.readGatewayTraffic();
      bot.shop.leaseHolder = undefined;
      await waitUntil(async () => (await bot.readGatewayTraffic()).open === 1, 'it is back');
      await answers(bot);
      expect(await bot.readGatewayTraffic()).toMatchObject({
        connects: connects + 1,
        identifies: 1,
        resumes: 1,
      });
    }));
});
