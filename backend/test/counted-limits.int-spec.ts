import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from './app.js';
import { PasswordHasher } from '../src/people/sign-in/password/password-hasher.js';
import { WITH_TOKEN_KEY, signInWithApp } from './second-step.js';
import { signIn, type SignedIn, issueAdminCode } from './sign-in.js';

const BOT = { authorization: 'Bearer a-token-for-specs-only' };
const DISCORD_ID = '427196530852986881';
const REF = 'a'.repeat(22);
const MINUTE_S = 60;
const QUARTER_S = 15 * MINUTE_S;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const TOTP = '/api/account/second-step/totp';
const PASSWORD = { currentPassword: 'not-the-password', newPassword: 'another-long-password-1' };

interface Callers {
  visitor: ReturnType<typeof request>;
  bot: (path: string, body: object) => request.Test;
  buyer: SignedIn;
  member: SignedIn;
  /** Has an authenticator app. */
  guarded: SignedIn;
  /** A browser that signed in before. */
  known: { agent: SignedIn['agent']; username: string };
  database: TestApp['database'];
}
type Ask = (callers: Callers) => PromiseLike<request.Response>;
/** Name of the count, how many of it pass, within how many seconds, and a call that counts. */
type Promised = readonly [name: string, points: number, seconds: number, ask: Ask];

/** 3 KiB that are no picture: counted by their length before anything is read. */
const picture: Ask = ({ visitor }) =>
  visitor
    .post('/api/support-tickets/attachments')
    .set('content-type', 'image/png')
    .send(Buffer.alloc(3 * 1024));

/** Limits as callers are promised them, written out: one that changes without this table fails here. */
const PROMISED: readonly Promised[] = [
  ['register-address', 50, QUARTER_S, ({ visitor }) => visitor.post('/api/auth/register').send({})],
  ['login-address', 50, QUARTER_S, ({ visitor }) => visitor.post('/api/auth/login').send({})],
  ['discord-address', 60, QUARTER_S, ({ visitor }) => visitor.get('/api/auth/discord')],
  [
    'admin-code-address',
    5,
    QUARTER_S,
    ({ visitor }) => visitor.post('/api/auth/admin-login').send({ adminCode: REF }),
  ],
  [
    'linked-picture-address',
    300,
    MINUTE_S,
    ({ visitor }) => visitor.get(`/api/support-tickets/by-token/${REF}/attachments/${'a'.repeat(64)}.webp`),
  ],
  ['discord-invite-address', 40, HOUR_S, ({ buyer }) => buyer.agent.post('/api/discord/invite-to-server')],
  ['profile-address', 60, QUARTER_S, ({ buyer }) => buyer.agent.put('/api/account/profile').send({ x: 1 })],
  ['profile-account', 20, QUARTER_S, ({ buyer }) => buyer.agent.put('/api/account/profile').send({ x: 1 })],
  ['reviews-account', 30, HOUR_S, ({ buyer }) => buyer.agent.put('/api/orders/1/review').send({ x: 1 })],
  [
    'wishlist-account',
    120,
    QUARTER_S,
    ({ buyer }) => buyer.agent.put('/api/account/wishlist').send({ x: 1 }),
  ],
  ['receipt-mail', 20, QUARTER_S, ({ buyer }) => buyer.agent.put('/api/account/receipt-mail').send({ x: 1 })],
  [
    'direct-messages',
    30,
    QUARTER_S,
    ({ buyer }) => buyer.agent.patch('/api/account/direct-messages').send({ x: 1 }),
  ],
  ['pay-links-open', 60, QUARTER_S, ({ buyer }) => buyer.agent.post('/api/pay-links/open').send({ x: 1 })],
  ['delete-account', 20, QUARTER_S, ({ buyer }) => buyer.agent.delete('/api/account').send({ x: 1 })],
  ['second-step-change', 60, QUARTER_S, ({ buyer }) => buyer.agent.post(TOTP).send({ x: 1 })],
  ['second-step-change', 60, QUARTER_S, ({ buyer }) => buyer.agent.delete(TOTP)],
  [
    'passkey-challenge',
    60,
    QUARTER_S,
    ({ buyer }) => buyer.agent.post('/api/auth/second-step/passkey/challenge'),
  ],
  [
    'step-account',
    5,
    QUARTER_S,
    ({ guarded }) => guarded.agent.post('/api/auth/second-step').send({ code: '000000' }),
  ],
  [
    'step-account-day',
    30,
    DAY_S,
    ({ guarded }) => guarded.agent.post('/api/auth/second-step').send({ code: '000000' }),
  ],
  [
    'step-address',
    20,
    QUARTER_S,
    ({ guarded }) => guarded.agent.post('/api/auth/second-step').send({ code: '000000' }),
  ],
  [
    'password-address',
    50,
    QUARTER_S,
    ({ buyer }) => buyer.agent.post('/api/account/password').send(PASSWORD),
  ],
  [
    'password-session',
    10,
    QUARTER_S,
    ({ buyer }) => buyer.agent.post('/api/account/password').send(PASSWORD),
  ],
  [
    'login-account',
    50,
    QUARTER_S,
    ({ visitor, buyer }) =>
      visitor.post('/api/auth/login').send({ username: buyer.username, password: 'wrong-password' }),
  ],
  [
    'login-account-address',
    10,
    QUARTER_S,
    ({ visitor, buyer }) =>
      visitor.post('/api/auth/login').send({ username: buyer.username, password: 'wrong-password' }),
  ],
  ['quote-address', 600, MINUTE_S, ({ visitor }) => visitor.post('/api/checkout/quote').send({})],
  ['checkout-sync', 60, MINUTE_S, ({ buyer }) => buyer.agent.post(`/api/checkouts/${REF}/refresh`)],
  ['checkout-sync', 60, MINUTE_S, ({ buyer }) => buyer.agent.post(`/api/checkouts/${REF}/cancel`)],
  ['paypal-webhook', 300, MINUTE_S, ({ visitor }) => visitor.post('/api/payments/paypal/webhook').send({})],
  [
    'paypal-notification',
    300,
    MINUTE_S,
    ({ visitor }) => visitor.post('/api/paypal-ipn').type('form').send('a=b'),
  ],
  ['reviews-address', 120, MINUTE_S, ({ visitor }) => visitor.get('/api/reviews?sort=none')],
  ['reviews-address', 120, MINUTE_S, ({ visitor }) => visitor.get('/api/reviews/summary')],
  ['docs-address', 60, MINUTE_S, ({ visitor }) => visitor.get('/api/openapi.json')],
  ['tickets-address', 5, HOUR_S, ({ visitor }) => visitor.post('/api/support-tickets').send({})],
  ['attachments-address', 40, HOUR_S, picture],
  ['attachment-kib-address', 20 * 1024, DAY_S, picture],
  [
    'tickets-address',
    5,
    HOUR_S,
    ({ visitor }) => visitor.post(`/api/support-tickets/by-token/${REF}/follow-up`).send({}),
  ],
  [
    'ticket-messages-account',
    300,
    HOUR_S,
    ({ buyer }) => buyer.agent.post('/api/support-tickets/1/messages').send({}),
  ],
  [
    'ticket-messages-address',
    60,
    HOUR_S,
    ({ visitor }) => visitor.post(`/api/support-tickets/by-token/${REF}/messages`).send({}),
  ],
  [
    'ticket-ratings-account',
    20,
    HOUR_S,
    ({ buyer }) => buyer.agent.put('/api/account/tickets/1/rating').send({}),
  ],
  [
    'ticket-ratings-address',
    20,
    HOUR_S,
    ({ visitor }) => visitor.put(`/api/support-tickets/by-token/${REF}/rating`).send({}),
  ],
  [
    'images-address',
    200,
    HOUR_S,
    ({ visitor }) => visitor.post('/api/admin/images').set('content-type', 'image/png').send(Buffer.alloc(9)),
  ],
  ['posts-by-hand', 30, QUARTER_S, ({ guarded }) => guarded.agent.post('/api/admin/posts/1/resend')],
  [
    'posts-by-hand',
    30,
    QUARTER_S,
    ({ guarded }) => guarded.agent.post('/api/admin/discord/test').send({ x: 1 }),
  ],
  [
    'referral-apply',
    20,
    HOUR_S,
    ({ buyer }) => buyer.agent.post('/api/referrals/apply').send({ referralCode: 'NOBODYS01' }),
  ],
  ['referral-link', 30, QUARTER_S, ({ visitor }) => visitor.get('/api/referrals/NOBODYS01')],
  ['referral-code', 30, DAY_S, ({ buyer }) => buyer.agent.post('/api/referrals/generate-code')],
  ['export-own-data', 1, DAY_S, ({ member }) => member.agent.get('/api/account/export')],
  [
    'export-own-data-tries',
    10,
    DAY_S,
    async ({ member, database }) => {
      await database.query(`DELETE FROM rate_limits WHERE key LIKE 'export-own-data:%'`);
      return member.agent.get('/api/account/export');
    },
  ],
  ['join-reward', 10, QUARTER_S, ({ member }) => member.agent.post('/api/discord/join-rewards').send({})],
  [
    'passkey-account',
    20,
    QUARTER_S,
    ({ guarded }) => guarded.agent.post('/api/auth/second-step/passkey').send({ response: PASSKEY }),
  ],
  [
    'admin-code-all',
    50,
    QUARTER_S,
    ({ visitor }) => visitor.post('/api/auth/admin-login').send({ adminCode: REF }),
  ],
  [
    'login-known-browser',
    10,
    QUARTER_S,
    ({ known: { agent, username } }) =>
      agent.post('/api/auth/login').send({ username, password: 'wrong-password' }),
  ],
  ['discord-invite', 5, HOUR_S, ({ buyer }) => buyer.agent.post('/api/discord/invite-to-server')],
  [
    'pay-links',
    30,
    QUARTER_S,
    ({ bot }) => bot('/api/bot/pay-links', { discordId: DISCORD_ID, items: [{ id: 1, quantity: 1 }] }),
  ],
  [
    'tickets-discord',
    5,
    HOUR_S,
    ({ bot }) =>
      bot('/api/bot/tickets', {
        discordId: DISCORD_ID,
        name: 'Nova',
        subject: 'Question',
        message: 'Where is it?',
        priority: 'low',
      }),
  ],
  [
    'bot-token-address',
    10,
    QUARTER_S,
    ({ visitor }) => visitor.get('/api/bot/stock').set({ authorization: 'Bearer wrong' }),
  ],
];

/** The answer to a challenge that nobody signed. */
const PASSKEY = {
  id: REF,
  rawId: REF,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: REF, authenticatorData: REF, signature: REF },
};
const refusedPanel: Ask = ({ buyer }) => buyer.agent.get('/api/admin/orders');
const wrongToken: Ask = ({ visitor }) => visitor.get('/api/bot/stock').set({ authorization: 'Bearer wrong' });
const ROWS = `SELECT count(*)::int AS n FROM audit_log`;
const ALERTS = `SELECT count(*)::int AS n FROM outbox_events WHERE type = 'alert.raised'`;

/** Rows that count so many calls as made within the period, or none, by where they are counted. */
const WRITTEN: readonly (readonly [
  name: string,
  points: number,
  seconds: number,
  written: readonly [number, number],
  ask: Ask,
  count: string,
])[] = [
  ['security-row', 20, QUARTER_S, [1, 0], refusedPanel, ROWS],
  ['security-alert', 1, QUARTER_S, [1, 0], refusedPanel, ALERTS],
  ['bot-token-untold', 9, QUARTER_S, [0, 1], wrongToken, ROWS],
];

describe('limits of what a caller may do in a time', () => {
  let shop: TestApp;
  let callers: Callers;
  beforeAll(async () => {
    shop = await startTestApp({
      RATE_LIMIT_FACTOR: '1',
      DISCORD_CLIENT_ID: '1184303579969069000',
      DISCORD_CLIENT_SECRET: REF,
      ...WITH_TOKEN_KEY,
    });
    const buyer = await signIn(shop);
    const passwordHash = await shop.app
      .get(PasswordHasher)
      .hashPassword('the-right-password', { address: '203.0.113.1', isKnown: false });
    await shop.database.query('UPDATE users SET password_hash = $1 WHERE id = $2', [
      passwordHash,
      buyer.userId,
    ]);
    const visitor = request(shop.app.getHttpServer());
    const registered = request.agent(shop.app.getHttpServer());
    await registered
      .post('/api/auth/register')
      .send({ username: 'known browser', password: 'the-right-password' })
      .expect(201);
    callers = {
      visitor,
      bot: (path, body) => visitor.post(path).set(BOT).send(body),
      buyer,
      known: { agent: registered, username: 'known browser' },
      database: shop.database,
      member: await signIn(shop, { discordId: DISCORD_ID, proven: true }),
      guarded: await signInWithApp(shop),
    };
  });
  beforeEach(() => shop.database.query('DELETE FROM rate_limits'));
  afterAll(() => shop.close());

  it.each(PROMISED)(
    '%s: %i pass, the next waits for the rest of %i s',
    async (name, points, seconds, ask) => {
      const isRefused = async (): Promise<boolean> => (await ask(callers)).status === 429;
      const began = Date.now();
      expect(await isRefused()).toBe(false);
      const rows: { key: string; points: number }[] = await shop.database.query(
        'SELECT key, points FROM rate_limits WHERE key LIKE $1',
        [`${name}:%`],
      );
      expect(rows).toHaveLength(1);
      const [{ key, points: each } = { key: '', points: 0 }] = rows;
      await shop.database.query('UPDATE rate_limits SET points = $1 WHERE key = $2', [points - each, key]);
      expect(await isRefused()).toBe(false);
      const refused = await ask(callers);
      expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
      const waits = Number(refused.headers['retry-after']);
      expect(waits).toBeLessThanOrEqual(seconds);
      expect(waits + (Date.now() - began) / 1_000).toBeGreaterThan(seconds * 0.99);
      await shop.database.query('UPDATE rate_limits SET expire = expire - $1 WHERE key = $2', [
        waits * 1_000,
        key,
      ]);
      expect(await isRefused()).toBe(false);
    },
  );

  it.each(WRITTEN)(
    '%s: what is written changes after %i in %i s',
    async (name, points, seconds, written, ask, count) => {
      const writtenFor = async (counted: number): Promise<number> => {
        await shop.database.query('UPDATE rate_limits SET points = $1 WHERE key LIKE $2', [
          counted,
          `${name}:%`,
        ]);
        const [{ n: before }]: [{ n: number }] = await shop.database.query(count);
        await ask(callers);
        const [{ n: after }]: [{ n: number }] = await shop.database.query(count);
        return after - before;
      };
      const began = Date.now();
      await ask(callers);
      const [{ left }]: [{ left: number }] = await shop.database.query(
        'SELECT expire::float8 - $1 AS left FROM rate_limits WHERE key LIKE $2',
        [began, `${name}:%`],
      );
      expect(left / 1_000).toBeGreaterThan(seconds * 0.99);
      expect(left / 1_000).toBeLessThan(seconds * 1.01);
      expect([await writtenFor(points - 1), await writtenFor(points)]).toEqual(written);
    },
  );

  it('admin-code-issued: 10 codes are made for an account within 900 s', async () => {
    const issue = (): Promise<unknown> => issueAdminCode(shop, callers.guarded.userId);
    for (let made = 0; made < 10; made += 1) await issue();
    const refused: unknown = await issue().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: expect.closeTo(899, -1) } });
  });
});
