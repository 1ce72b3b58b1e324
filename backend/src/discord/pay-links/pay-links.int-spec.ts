import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { botPayLinkAnswer, openPayLinkAnswer, quote, type CartItem } from '@pax/contracts';
import { randomRef } from '../../platform/secrets.js';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';
import { DeletePayLinks } from './pay-links.js';

let last = 415_930_628_171_900_000n;
const newDiscordId = (): string => String((last += 1n));

describe('links from Discord to the checkout', () => {
  let shop: DiscordShop;
  let elytra: number;
  let items: CartItem[];
  beforeAll(async () => {
    shop = await startDiscordShop({ RATE_LIMIT_FACTOR: '1' });
    elytra = await shop.product();
    items = [{ id: elytra, quantity: 2 }];
    const [line] = (await link(newDiscordId())).quote.lines;
    items = [{ id: elytra, quantity: 2, shown: line?.shown }];
  });
  afterAll(() => shop.close());

  const ask = (discordId: string, wanted: unknown = items) =>
    shop.call('/pay-links', { discordId, items: wanted });
  const link = async (discordId: string) => {
    const { status, body } = await ask(discordId);
    expect(status).toBe(201);
    const answer = botPayLinkAnswer.parse(body);
    return { ...answer, token: answer.url.split('/pay/')[1] ?? '' };
  };
  const person = async (discordId = newDiscordId()): Promise<SignedIn & { discordId: string }> => ({
    ...(await signIn(shop, { discordId })),
    discordId,
  });
  const open = async ({ agent }: Pick<SignedIn, 'agent'>, token: string, requestId = randomRef()) => {
    const { status, body } = await agent.post('/api/pay-links/open').send({ token, requestId });
    return status === 200 ? openPayLinkAnswer.parse(body).items : `${status} ${body.code}`;
  };

  it('answers the price now and an address of which nothing but a hash is stored (OWN-781)', async () => {
    const { url, token, quote: priced, expiresAt } = await link(newDiscordId());
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{22}$/);
    expect(priced).toMatchObject({ total: '39.98', lines: [{ id: elytra, quantity: 2 }] });
    const left = Date.parse(expiresAt) - Date.now();
    expect(left > 14 * 60_000 && left <= 15 * 60_000).toBe(true);
    const stored = JSON.stringify(await shop.database.query('SELECT * FROM pay_links'));
    expect(stored).not.toContain(token);
  });

  it("prices by the account's own terms, and as a visitor's without one (OWN-781)", async () => {
    const gold = await person();
    await shop.database.query(`UPDATE users SET tier = 'gold' WHERE id = $1`, [gold.userId]);
    expect((await link(gold.discordId)).quote).toMatchObject({
      discounts: { tierPercent: 4 },
      total: '38.38',
    });
    expect((await link(newDiscordId())).quote).toMatchObject({ discounts: { tierPercent: 0 } });
  });

  it.each([
    ['nothing', []],
    ['a wrong quantity', [{ id: 1, quantity: 0 }]],
    ['more than a line holds', [{ id: 1, quantity: 1_000 }]],
    ['a field of nobody', [{ id: 1, quantity: 1, price: '0.01' }]],
    ['no list', 'everything'],
  ])('takes what a quote takes: not %s (OWN-781)', async (_, wanted) => {
    expect(await ask(newDiscordId(), wanted)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  });

  it('refuses what is not sold, an amount for goods that have none, and blocked accounts (OWN-781)', async () => {
    const gone = await ask(newDiscordId(), [{ id: 999_999, quantity: 1 }]);
    expect(gone).toMatchObject({ status: 404, body: { code: 'PRODUCT_NOT_FOUND' } });
    const odd = await ask(newDiscordId(), [{ id: elytra, quantity: 1, customAmount: 5 }]);
    expect(odd).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    const blocked = newDiscordId();
    await signIn(shop, { discordId: blocked, blocked: true });
    expect(await ask(blocked)).toMatchObject({ status: 403, body: { code: 'BLOCKED' } });
  });

  it('is opened once, by the account with its Discord id alone (OWN-781)', async () => {
    const [owner, other, unlinked] = [await person(), await person(), await signIn(shop, {})];
    const { token } = await link(owner.discordId);
    expect(await open(other, token)).toBe('404 NOT_FOUND');
    expect(await open(unlinked, token)).toBe('404 NOT_FOUND');
    expect(await open(owner, randomRef())).toBe('404 NOT_FOUND');
    expect(await open(owner, 'short')).toBe('400 VALIDATION');
    expect(await open(owner, token)).toEqual(items);
    expect(await open(owner, token)).toBe('409 PAY_LINK_USED');
    expect(await open(other, token)).toBe('404 NOT_FOUND');
  });

  it('gives an account that is made afterwards the goods of its Discord id (OWN-781)', async () => {
    const discordId = newDiscordId();
    const { token } = await link(discordId);
    expect(await open(await person(discordId), token)).toEqual(items);
  });

  it('answers the try that used it again, and of several at once one alone (OWN-781)', async () => {
    const owner = await person();
    const { token } = await link(owner.discordId);
    const tries = Array.from({ length: 6 }, () => randomRef());
    const answers = await Promise.all(tries.map((one) => open(owner, token, one)));
    const won = answers.findIndex((answer) => typeof answer !== 'string');
    expect(answers.filter((answer) => answer === '409 PAY_LINK_USED')).toHaveLength(5);
    expect(await open(owner, token, tries[won])).toEqual(items);
  });

  it('ends after 15 minutes, also for the try that used it, and is deleted a day later (OWN-781, OWN-586)', async () => {
    const owner = await person();
    const [used, unused] = [await link(owner.discordId), await link(owner.discordId)];
    const requestId = randomRef();
    await open(owner, used.token, requestId);
    const age = (by: string) =>
      shop.database.query(
        `UPDATE pay_links SET expires_at = now() - interval '${by}' WHERE discord_id = $1`,
        [owner.discordId],
      );
    await age('1 second');
    expect(await open(owner, unused.token)).toBe('409 PAY_LINK_EXPIRED');
    expect(await open(owner, used.token, requestId)).toBe('409 PAY_LINK_EXPIRED');
    expect(await open(owner, used.token)).toBe('409 PAY_LINK_USED');
    await shop.app.get(DeletePayLinks).deleteOldLinks();
    expect(await open(owner, unused.token)).toBe('409 PAY_LINK_EXPIRED');
    await age('25 hours');
    await shop.app.get(DeletePayLinks).deleteOldLinks();
    expect(await open(owner, unused.token)).toBe('404 NOT_FOUND');
  });

  it('lives beside four others at most: a further one ends the oldest, and none of others, also at once', async () => {
    const [owner, other] = [await person(), await person()];
    const others = await link(other.discordId);
    const first = await link(owner.discordId);
    await Promise.all(Array.from({ length: 7 }, () => link(owner.discordId)));
    expect(await open(owner, first.token)).toBe('404 NOT_FOUND');
    const [{ live }] = await shop.database.query(
      'SELECT count(*)::int AS live FROM pay_links WHERE discord_id = $1 AND used_at IS NULL',
      [owner.discordId],
    );
    expect(live).toBe(5);
    expect(await open(other, others.token)).toEqual(items);
  });

  it('is made thirty times in 15 minutes for a person, and for others still', async () => {
    const keen = newDiscordId();
    const answers = await Promise.all(Array.from({ length: 31 }, () => ask(keen)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toMatchObject([{ status: 429, body: { code: 'RATE_LIMITED' } }]);
    expect((await ask(newDiscordId())).status).toBe(201);
  });

  it('keeps what a piece was in Discord, with which the purchase is compared (OWN-1241)', async () => {
    const owner = await person();
    const { token, quote: seen } = await link(owner.discordId);
    await shop.database.query(`UPDATE products SET amount = '4x' WHERE id = $1`, [elytra]);
    const opened = await open(owner, token);
    expect(opened).toEqual(items);
    const placed = await owner.agent.post('/api/payments/stripe/create-checkout-session').send({
      amount: seen.total,
      items: opened,
      inGameName: 'Steve_01',
      discordName: 'steve.builds',
      consent: true,
    });
    expect([placed.status, placed.body.code]).toEqual([409, 'PRICE_CHANGED']);
    await shop.database.query('UPDATE products SET amount = NULL WHERE id = $1', [elytra]);
  });

  it('holds goods, not a price: what is asked at the checkout is that of now (OWN-781)', async () => {
    const owner = await person();
    const { token, quote: before } = await link(owner.discordId);
    expect(before.total).toBe('39.98');
    await shop.database.query('UPDATE products SET price_cents = 2999 WHERE id = $1', [elytra]);
    const opened = await open(owner, token);
    const now = await owner.agent.post('/api/checkout/quote').send({ items: opened }).expect(200);
    expect(quote.parse(now.body).total).toBe('59.98');
    const placed = await owner.agent.post('/api/payments/stripe/create-checkout-session').send({
      amount: before.total,
      items: opened,
      inGameName: 'Steve_01',
      discordName: 'steve.builds',
      consent: true,
    });
    expect([placed.status, placed.body.code]).toEqual([409, 'PRICE_CHANGED']);
    await shop.database.query('UPDATE products SET price_cents = 1999 WHERE id = $1', [elytra]);
  });
});
