import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DeclaredRoutes, type DeclaredRoute } from '../src/people/access/declared-routes.js';
import { startTestApp, type TestApp } from './app.js';
import { BackendProcess } from './backend-process.js';
import { signIn } from './sign-in.js';

jest.setTimeout(120_000);
const METRICS_TOKEN = 'a metrics token for specs';
const BOT_TOKEN = 'a-token-for-specs-only';
/** The longest one call may block all others, s. */
const MOST_S = 0.05;
/** Tries, of which the least counts: neighbours delay some of them, a slow call all of them (D-166). */
const TRIES = 8;

/** Texts of 120 kB that are slow to normalise, trim, search or parse. */
const SLOW_TEXTS: Readonly<Record<string, string>> = {
  'marks in the wrong order': `a${'\u0316\u0301'.repeat(30_000)}`,
  'blanks inside': `a${' '.repeat(120_000)}a`,
  'compatibility forms': '\uFDFA'.repeat(40_000),
  'almost a name': `${'a '.repeat(60_000)}#1234`,
};
/** Bytes of a text of `SLOW_TEXTS` that the smallest body holds as well. */
const SMALL_BYTES = 15_000;
const FIELDS = [
  'username',
  'password',
  'adminCode',
  'discordId',
  'minecraftName',
  'inGameName',
  'discordName',
];
const MORE_FIELDS = ['referralCode', 'customCode', 'rewardCode', 'rewardId', 'requestId', 'items', 'message'];

/** Headers that somebody reads. */
const HEADERS = [
  'authorization',
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
  'x-forwarded-for',
];

/** A body with the same text in every field that any call knows. */
const bodyOf = (text: string): string =>
  JSON.stringify(Object.fromEntries([...FIELDS, ...MORE_FIELDS].map((field) => [field, text])));
const oneField = (text: string): string => JSON.stringify({ username: text, password: 'long enough' });

describe('no call blocks the event loop (OWN-380)', () => {
  let shop: TestApp;
  let program: BackendProcess;
  let routes: DeclaredRoute[];
  let cookie: string;

  beforeAll(async () => {
    shop = await startTestApp();
    routes = shop.app.get(DeclaredRoutes).listRoutes();
    program = await BackendProcess.start(shop.databaseUrl, {
      METRICS_TOKEN,
      BOT_API_TOKEN: BOT_TOKEN,
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'silent',
    });
    cookie = (await signIn(shop, { admin: true })).cookie;
  });
  afterAll(async () => {
    program.sendSignal('SIGKILL');
    await program.waitUntilEnded(5_000);
    await shop.close();
  });

  /** The longest delay of the program's event loop since the last reading, s. */
  const longest = async (): Promise<number> => {
    const answer = await fetch(`${program.url}/api/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    return Number(/^nodejs_eventloop_lag_max_seconds (.+)$/m.exec(await answer.text())?.[1]);
  };
  /** How long calls block the loop, s: the least of several tries. */
  const heldBy = async (calls: readonly (() => Promise<Response>)[]): Promise<number> => {
    let least = Infinity;
    for (let n = 0; n < TRIES && least >= MOST_S; n += 1) {
      await longest();
      // The monitor starts counting at its first sample after a reading.
      for (let look = 0; look < 5; look += 1) await program.isAnswering();
      for (const call of calls) {
        // The connection of a too large body may be closed while it is still being sent.
        const status = await call().then(
          (answer) => answer.status,
          () => 413,
        );
        // This shop has no payment method, so its readiness is 503.
        expect(status).not.toBe(500);
      }
      least = Math.min(least, await longest());
    }
    return least;
  };
  const send = async ({ method, path }: DeclaredRoute, body: string): Promise<Response> =>
    fetch(new URL(path.replaceAll(/:\w+/g, '999999'), program.url), {
      method,
      redirect: 'manual',
      headers: {
        cookie,
        ...(path.startsWith('/api/bot/') && { authorization: `Bearer ${BOT_TOKEN}` }),
        'content-type': 'application/json',
      },
      body,
    });

  it.each(Object.entries(SLOW_TEXTS))('by bodies of %s, whatever the call', async (_what, text) => {
    const changing = routes.filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(20);
    const bodies = [
      bodyOf(text),
      oneField(text),
      bodyOf(text.slice(0, 250)),
      oneField(text.slice(0, SMALL_BYTES / 3)),
    ];
    const slow: string[] = [];
    for (const route of changing) {
      const held = await heldBy(bodies.map((body) => () => send(route, body)));
      if (held >= MOST_S) slow.push(`${route.method} ${route.path}: ${held} s`);
    }
    expect(slow).toEqual([]);
  });

  it.each(Object.entries(SLOW_TEXTS))('by addresses, cookies and headers of %s', async (_what, text) => {
    // The largest head that the server accepts.
    const long = encodeURIComponent(text.slice(0, 1_600));
    const plain = text.slice(0, 9_000).replaceAll(/[^\u0020-\u007E]/g, '1');
    const reading = routes.filter(
      ({ method, path }) => method === 'GET' && !path.includes('discord/callback'),
    );
    const slow: string[] = [];
    for (const { path } of reading) {
      const url = new URL(path.replaceAll(/:\w+/g, '999999'), program.url);
      const asked = [`q=${long}`, `cursor=${long}&state=${long.slice(0, 3_000)}`, `${long}=1`];
      const heads: Record<string, string>[] = [
        { cookie: `${cookie}; a=${long}` },
        { cookie: `pax_session=${long}` },
        ...HEADERS.map((name) => ({ cookie, [name]: plain })),
      ];
      const calls = [
        ...asked.map(
          (query) => (): Promise<Response> =>
            fetch(`${url.href}?${query}`, { redirect: 'manual', headers: { cookie } }),
        ),
        ...heads.map((headers) => (): Promise<Response> => fetch(url, { redirect: 'manual', headers })),
      ];
      const held = await heldBy(calls);
      if (held >= MOST_S) slow.push(`${path}: ${held} s`);
    }
    expect(slow).toEqual([]);
  });
});
