import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from './app.js';
import { PasswordHasher } from '../src/modules/auth/password/password-hasher.js';
import { WITH_TOKEN_KEY, withApp } from './second-step.js';
import { signIn, type SignedIn } from './sign-in.js';

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
}
type Ask = (callers: Callers) => request.Test;
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
  ['profile-address', 60, QUARTER_S, ({ buyer }) => buyer.agent.put('/api/account/profile').send({ x: 1 })],
  ['profile-account', 20, QUARTER_S, ({ buyer }) => buyer.agent.put('/api/account/profile').send({ x: 1 })],
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
  ['docs-address', 60, MINUTE_S, ({ visitor }) => visitor.get('/api/openapi.json')],
  ['tickets-address', 5, HOUR_S, ({ visitor }) => visitor.post('/api/support-tickets').send({})],
  ['attachments-address', 40, HOUR_S, picture],
  ['attachment-kib-address', 20 * 1024, DAY_S, picture],
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
  [
    'referral-apply',
    20,
    HOUR_S,
    ({ buyer }) => buyer.agent.post('/api/referrals/apply').send({ referralCode: 'NOBODYS01' }),
  ],
  ['referral-code', 30, DAY_S, ({ buyer }) => buyer.agent.post('/api/referrals/generate-code')],
  ['export-own-data', 1, DAY_S, ({ member }) => member.agent.get('/api/account/export')],
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
    const passwordHash = await shop.app.get(PasswordHasher).hash('the-right-password', 'spec');
    await shop.database.query('UPDATE users SET password_hash = $1 WHERE id = $2', [
      passwordHash,
      buyer.userId,
    ]);
    const visitor = request(shop.app.getHttpServer());
    callers = {
      visitor,
      bot: (path, body) => visitor.post(path).set(BOT).send(body),
      buyer,
      member: await signIn(shop, { discordId: DISCORD_ID, proven: true }),
      guarded: await withApp(shop),
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
});
