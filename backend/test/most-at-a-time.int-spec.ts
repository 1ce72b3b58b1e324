import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { HoldLimit } from '@pax/contracts';
import { randomInt } from 'node:crypto';
import request from 'supertest';
import { randomRef } from '../src/platform/secrets.js';
import { Transactions } from '../src/platform/database/transaction.js';
import { KnownBrowsers } from '../src/people/sign-in/sessions/known-browsers.js';
import { onePieceOf, place, placementFor, type Items } from './buying.js';
import { CRYPTO_SHOP, submitCrypto } from './crypto-shop.js';
import { buildPng } from './picture-files.js';
import { signInWithApp, removeSecondStep, WITH_TOKEN_KEY } from './second-step.js';
import { stopClock } from './app.js';
import { startShop, type Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

jest.setTimeout(60_000);

const CARD = '/api/payments/stripe/create-checkout-session';
const POOL = 900_000_000;

describe('the most that one may have at a time', () => {
  let shop: Shop;
  let coins: number;
  let moveClock: (ms: number) => void;
  beforeAll(async () => {
    shop = await startShop({
      ...WITH_TOKEN_KEY,
      ...CRYPTO_SHOP,
      NEW_ACCOUNT_HOLD_PERCENT: '1',
      RATE_LIMIT_FACTOR: '1',
    });
    moveClock = stopClock(shop);
    await shop.fillPool(POOL);
    coins = await shop.addProduct({
      name: '1M',
      category: 'coins',
      coinValue: 1_000_000,
      stock: 0,
      priceCents: 60,
    });
  });
  afterAll(() => shop.close());

  const limitsOf = async ({ agent }: SignedIn, items: Items): Promise<HoldLimit[]> =>
    (await agent.post('/api/checkout/quote').send({ items }).expect(200)).body.limits;
  const said = ({ status, body }: { status: number; body: { code?: string; reason?: string } }): string =>
    [status, body.code, body.reason].filter(Boolean).join(' ');
  const placeAndCancel = async (buyer: SignedIn, items: Items): Promise<void> => {
    const { checkout } = await place(buyer, items);
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
  };
  const million = (quantity: number): Items => [{ id: coins, quantity }];

  it('sessions: 20, of which one more ends the oldest', async () => {
    const discordId = String(415_930_628_171_900_000n + BigInt(randomInt(1_000_000_000)));
    for (let opened = 0; opened < 21; opened += 1) await shop.signIn({ discordId });
    const { agent } = await shop.signIn({ discordId });
    expect((await agent.get('/api/account/sessions').expect(200)).body).toHaveLength(20);
  });

  it('known browsers: 20, of which one more replaces the one seen longest ago', async () => {
    const { userId } = await shop.signIn();
    const browsers = shop.app.get(KnownBrowsers);
    const remember = (token: string) =>
      shop.app.get(Transactions).run((tx) => browsers.rememberBrowser(tx, userId, token));
    const tokens = Array.from({ length: 21 }, () => randomRef());
    for (const token of tokens) await remember(token);
    const known = await Promise.all(tokens.map((token) => browsers.findBrowser(userId, token)));
    expect(known.filter((one) => one !== undefined)).toHaveLength(20);
  });

  it('recovery codes: 10', async () => {
    expect((await signInWithApp(shop)).recoveryCodes).toHaveLength(10);
  });

  it('pieces and coins that a new account holds, however little its share is: 3 and 250M', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 100 });
    const reason = 'new_account';
    expect(await limitsOf(buyer, onePieceOf(id))).toMatchObject([{ id, available: 3, reason }]);
    expect(await limitsOf(buyer, million(1))).toMatchObject([{ id: coins, available: 250, reason }]);
  });

  it('after 2 purchases that ended unpaid within a day: a tenth', async () => {
    const buyer = await shop.signIn();
    const items = onePieceOf(await shop.addProduct({}));
    await placeAndCancel(buyer, items);
    expect(await limitsOf(buyer, million(1))).toMatchObject([{ available: 250 }]);
    await placeAndCancel(buyer, items);
    expect(await limitsOf(buyer, million(1))).toMatchObject([{ id: coins, available: 90, reason: 'unpaid' }]);
  });

  it('purchases that are placed and not paid within an hour: 10', async () => {
    const buyer = await shop.signIn();
    const items = onePieceOf(await shop.addProduct({}));
    for (let placed = 0; placed < 10; placed += 1) await placeAndCancel(buyer, items);
    const refused = await buyer.agent.post(CARD).send(await placementFor(buyer, items));
    expect(said(refused)).toBe('429 RATE_LIMITED');
  });

  it('coins that wait for their confirmation: a quarter of one buyer, half of all', async () => {
    const byCrypto = async (quantity: number): Promise<string> =>
      said(await submitCrypto(await shop.signIn(), million(quantity)));
    expect(await byCrypto(226)).toBe('409 HOLD_LIMIT unconfirmed');
    expect(await byCrypto(225)).toBe('201');
    expect(await byCrypto(225)).toBe('201');
    expect(await byCrypto(1)).toBe('409 HOLD_LIMIT unconfirmed_all');
  });

  it('purchases by crypto that ended unpaid within 7 days: the third is the last', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 100 });
    const ends = async (): Promise<void> => {
      const { body } = await submitCrypto(buyer, onePieceOf(id));
      await buyer.agent.post(`/api/checkouts/${body.checkout}/withdraw`).send({}).expect(200);
    };
    const asks = async (): Promise<string> => {
      const body = { items: onePieceOf(id), method: 'crypto' };
      const { limits } = (await buyer.agent.post('/api/checkout/quote').send(body).expect(200)).body;
      return limits[0].reason;
    };
    await ends();
    await ends();
    expect(await asks()).not.toBe('lapsed');
    await ends();
    expect(await asks()).toBe('lapsed');
    moveClock(7 * 24 * 3_600_000 * 0.99);
    expect(await asks()).toBe('lapsed');
    moveClock(7 * 24 * 3_600_000 * 1.01);
    expect(await asks()).not.toBe('lapsed');
    moveClock(0);
  });

  it('a payment is 50 cents at least', async () => {
    const buyer = await shop.signIn();
    const pays = async (priceCents: number): Promise<string> => {
      const items = onePieceOf(await shop.addProduct({ priceCents }));
      return said(await buyer.agent.post(CARD).send(await placementFor(buyer, items)));
    };
    expect([await pays(49), await pays(50)]).toEqual(['409 AMOUNT_TOO_SMALL', '201']);
  });

  it('a purchase with nothing to pay is found by a repeat for 60 s', async () => {
    const buyer = await shop.signIn();
    await shop.fill(`credit:${buyer.userId}`, 100_000);
    const items = onePieceOf(await shop.addProduct({}));
    const free = async (): Promise<string> => (await place(buyer, items, { useStoreCredit: true })).checkout;
    const first = await free();
    moveClock(59_400);
    expect(await free()).toBe(first);
    moveClock(60_600);
    expect(await free()).not.toBe(first);
  });

  it('passwords of an admin have 12 characters at least', async () => {
    await removeSecondStep(shop, (await shop.signIn({ admin: true })).userId);
    const again = await shop.signIn({ admin: true, proven: true });
    const sets = async (newPassword: string): Promise<string> =>
      said(await again.agent.post('/api/account/password').send({ newPassword }));
    expect([await sets('hwzkqvbtjxn'), await sets('hwzkqvbtjxnf')]).toEqual([
      '400 PASSWORD_TOO_SHORT',
      '200',
    ]);
  });

  it('pictures have 24 million pixels, and are stored with 2,560 at their longest side', async () => {
    const send = (picture: Buffer) =>
      request(shop.url)
        .post('/api/support-tickets/attachments')
        .set('content-type', 'image/png')
        .send(picture);
    // Only the head is right: what has too many pixels is refused before the rest is read.
    const headed = async (height: number): Promise<string> =>
      said(await send(buildPng({ width: 6_000, height, pixels: Buffer.alloc(1) })));
    expect([await headed(4_000), await headed(4_001)]).toEqual([
      '400 IMAGE_UNREADABLE',
      '400 IMAGE_TOO_LARGE',
    ]);
    for (const width of [2_560, 2_600]) await send(buildPng({ width, height: 1, grey: 1 })).expect(201);
    expect(await shop.database.query('SELECT DISTINCT width FROM pictures')).toEqual([{ width: 2_560 }]);
  });
});
