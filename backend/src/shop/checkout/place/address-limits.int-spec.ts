import { describe, expect, it, jest } from '@jest/globals';
import { readBalances, RECIPIENT, actOnPayPage, waitForState, type Items } from '../../../../test/buying.js';
import { CREATE, withHoldLimitShop } from '../../../../test/hold-limit-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

jest.setTimeout(60_000);

describe('what the accounts of one address may set aside', () => {
  let shop: Shop;
  const { newAddress, quoteOf, tries, cancel, paysLater, knownBuyer, people, fillPoolTo } = withHoldLimitShop(
    (opened) => (shop = opened),
  );

  /** The answer to a placement: its status, or what may be had and why, or the code. */
  const said = ({ status, body }: Awaited<ReturnType<typeof tries>>): string =>
    status === 201 ? '201' : body.code === 'HOLD_LIMIT' ? `${body.available} ${body.reason}` : body.code;

  it('are three quarters for all of them; beyond that each has one piece, a new one too (OWN-401)', async () => {
    const [first, second, third] = await Promise.all([knownBuyer(), knownBuyer(), knownBuyer()]);
    const fresh = await shop.signIn();
    const id = await shop.addProduct({ stock: 20 });
    const from = newAddress();
    expect((await tries(first, [{ id, quantity: 10 }], from)).status).toBe(201);
    expect((await quoteOf(second, [{ id, quantity: 6 }], from)).limits).toEqual([
      { id, available: 5, reason: 'address_all', trustedFrom: '20.00' },
    ]);
    expect((await tries(second, [{ id, quantity: 6 }], from)).status).toBe(409);
    expect((await tries(second, [{ id, quantity: 5 }], from)).status).toBe(201);
    for (const one of [third, fresh]) {
      expect(said(await tries(one, [{ id, quantity: 2 }], from))).toBe('1 address_all');
      expect(said(await tries(one, [{ id, quantity: 1 }], from))).toBe('201');
    }
    expect((await tries(third, [{ id, quantity: 3 }])).status).toBe(201);
  });

  it('are together half of a product at one address, of an IPv6 caller at one /64 (OWN-401)', async () => {
    const id = await shop.addProduct({ stock: 40 });
    const [first, second, third] = await people(3);
    const known = await knownBuyer();
    if (!first || !second || !third) throw new Error('nobody came');
    const home = (host: number) => `2001:db8:7:1::${host}`;
    expect((await tries(first, [{ id, quantity: 10 }], home(1))).status).toBe(201);
    const firstOf = await tries(second, [{ id, quantity: 8 }], home(2));
    expect(firstOf.status).toBe(201);
    expect((await quoteOf(third, [{ id, quantity: 1 }], home(3))).limits).toEqual([
      { id, available: 2, reason: 'address', trustedFrom: '20.00' },
    ]);
    const refused = await tries(third, [{ id, quantity: 3 }], home(3));
    expect(refused.body).toMatchObject({ code: 'HOLD_LIMIT', id, available: 2, reason: 'address' });
    const elsewhere = await tries(third, [{ id, quantity: 10 }], '2001:db8:7:2::3');
    expect(elsewhere.status).toBe(201);
    await cancel(third, elsewhere.body.checkout);
    await cancel(second, firstOf.body.checkout);
    const thirdOf = await tries(third, [{ id, quantity: 10 }], home(3));
    expect(thirdOf.status).toBe(201);
    // An account that is new no more has the limit of all accounts there, and takes nothing of the new ones' share.
    expect((await tries(known, [{ id, quantity: 11 }], home(4))).body).toMatchObject({
      reason: 'address_all',
    });
    expect((await tries(known, [{ id, quantity: 10 }], home(4))).status).toBe(201);
    await cancel(third, thirdOf.body.checkout);
    expect((await quoteOf(second, [{ id, quantity: 10 }], home(2))).limits).toEqual([
      { id, available: 10, reason: 'address_all', trustedFrom: '20.00' },
    ]);
  });

  it('are together half of the pool at one address, in coins (OWN-401)', async () => {
    const id = await shop.addProduct({ category: 'coins', stock: 0, priceCents: 99, isCustom: true });
    await fillPoolTo(1_000_000_000);
    const buyers = await people(3);
    const from = newAddress();
    const answers = [];
    for (const buyer of buyers)
      answers.push(await tries(buyer, [{ id, quantity: 1, customAmount: 230 }], from));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409]);
    expect(answers[2]?.body).toMatchObject({ code: 'HOLD_LIMIT', id, available: 40, reason: 'address' });
    for (const [index, buyer] of buyers.slice(0, 2).entries())
      await cancel(buyer, answers[index]?.body.checkout);
    // Coins that a known account holds there take nothing from the new accounts' share.
    const known = await knownBuyer();
    const holds = await tries(known, [{ id, quantity: 1, customAmount: 400 }], from);
    expect(holds.status).toBe(201);
    const fresh = await shop.signIn();
    expect((await quoteOf(fresh, [{ id, quantity: 1, customAmount: 250 }], from)).limits).toMatchObject([
      { available: 250, reason: 'new_account' },
    ]);
    await cancel(known, holds.body.checkout);
  });

  it('are together half of the pool, in whatever packs: beyond it no pack for anybody (OWN-401)', async () => {
    await fillPoolTo(1_000_000_000);
    const id = await shop.addProduct({ category: 'coins', stock: 0, coinValue: 250_000_000 });
    const from = newAddress();
    const pack = [{ id, quantity: 1 }];
    const [first, second, third] = await people(3);
    const placed = [await tries(first ?? never(), pack, from), await tries(second ?? never(), pack, from)];
    expect(placed.map(said)).toEqual(['201', '201']);
    expect(said(await tries(third ?? never(), pack, from))).toBe('0 address');
    expect(said(await tries(await knownBuyer(), [{ id, quantity: 2 }], from))).toBe('1 address_all');
    await cancel(first ?? never(), placed[0]?.body.checkout);
    await cancel(second ?? never(), placed[1]?.body.checkout);
    // An address that holds none may always have one pack.
    await fillPoolTo(260_000_000);
    const only = await tries(third ?? never(), pack);
    expect(said(only)).toBe('201');
    await cancel(third ?? never(), only.body.checkout);
  });

  it('is one million for each account beyond it, once, however many checkouts it makes (OWN-401)', async () => {
    const id = await shop.addProduct({ category: 'coins', stock: 0, priceCents: 99, isCustom: true });
    await fillPoolTo(1_000_000_000);
    const [first, second, third, fourth] = await people(4);
    const from = newAddress();
    // A million alone costs less than a card takes.
    const besides = { id: await shop.addProduct({ stock: 40 }), quantity: 1 };
    const millions = (customAmount: number) => [{ id, quantity: 1, customAmount }, besides];
    const placed = [];
    for (const one of [first, second])
      placed.push((await tries(one ?? never(), millions(250), from)).body.checkout);
    expect(said(await tries(third ?? never(), millions(2), from))).toBe('1 address');
    const least = await tries(third ?? never(), millions(1), from);
    expect(said(least)).toBe('201');
    await actOnPayPage(least.body.url, 'pay_later');
    await waitForState(third ?? never(), least.body.checkout, 'confirming');
    expect(said(await tries(third ?? never(), millions(1), from))).toBe('0 address');
    const other = await tries(fourth ?? never(), millions(1), from);
    expect(said(other)).toBe('201');
    await cancel(fourth ?? never(), other.body.checkout);
    await cancel(first ?? never(), placed[0]);
    await cancel(second ?? never(), placed[1]);
  });

  it('is one piece for each account beyond it, however many there are (OWN-401)', async () => {
    const id = await shop.addProduct({ stock: 16 });
    const pupils = await people(14);
    const from = newAddress();
    const answers = [];
    for (const one of pupils) answers.push(said(await tries(one, [{ id, quantity: 1 }], from)));
    expect(answers).toEqual(Array.from({ length: 14 }, () => '201'));
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([2, 14]);
    expect(said(await tries(await shop.signIn(), [{ id, quantity: 2 }], from))).toBe('1 address_all');
  });

  it.each([1, 2, 3])('is one piece at least where there are few: of %i (OWN-401)', async (stock) => {
    const id = await shop.addProduct({ stock });
    const [first, second] = await people(2);
    const from = newAddress();
    expect(said(await tries(first ?? never(), [{ id, quantity: 1 }], from))).toBe('201');
    const next = said(await tries(second ?? never(), [{ id, quantity: 1 }], from));
    expect(next).toBe(stock === 1 ? 'SOLD_OUT' : '201');
  });

  it('is one piece also for who left two checkouts unpaid today, where a tenth is one (OWN-401)', async () => {
    const id = await shop.addProduct({ stock: 12 });
    const [first, second, third] = await people(3);
    const from = newAddress();
    const piece = [{ id, quantity: 1 }];
    for (const quantity of [1, 2])
      await cancel(third ?? never(), (await tries(third ?? never(), [{ id, quantity }], from)).body.checkout);
    expect(said(await tries(first ?? never(), [{ id, quantity: 3 }], from))).toBe('201');
    expect(said(await tries(third ?? never(), piece, from))).toBe('201');
    await cancel(third ?? never(), (await tries(third ?? never(), piece, from)).body.checkout);
    expect(said(await tries(second ?? never(), [{ id, quantity: 3 }], from))).toBe('201');
    expect(said(await tries(third ?? never(), [{ id, quantity: 2 }], from))).toBe('1 address');
    expect(said(await tries(third ?? never(), piece, from))).toBe('201');
  });

  it('are those of one /64 in IPv6, whoever else is in its /48 (OWN-401)', async () => {
    const id = await shop.addProduct({ stock: 16 });
    const answers = [];
    for (const [at, one] of (await people(5)).entries())
      answers.push(said(await tries(one, [{ id, quantity: 4 }], `2001:db8:9:${at}::1`)));
    expect(answers).toEqual(['201', '201', '201', '201', 'SOLD_OUT']);
  });

  it('are kept for a bank’s hours up to the share, and beyond it until the session’s end (OWN-876)', async () => {
    const id = await shop.addProduct({ stock: 8 });
    const [first, second, third] = await people(3);
    const home = (at: number) => `2001:db8:b:${at}::1`;
    const hours = async (one: SignedIn | undefined, quantity: number, from: string) =>
      ((await paysLater(one ?? never(), [{ id, quantity }], from)) - Date.now()) / 3_600_000;
    expect(await hours(first, 3, home(1))).toBeCloseTo(24, 1);
    expect(await hours(second, 1, home(2))).toBeCloseTo(24, 1);
    // Half of the product is with banks for accounts of this network: Stripe's session ends after 35 minutes.
    expect(await hours(third, 1, home(3))).toBeCloseTo(35 / 60, 1);
    const elsewhere = await paysLater(await shop.signIn(), [{ id, quantity: 1 }], newAddress());
    expect((elsewhere - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
  });

  it('are kept for all hours where nobody else there holds any, be it the last piece or pack (OWN-876)', async () => {
    await fillPoolTo(260_000_000);
    const last = [
      { id: await shop.addProduct({ stock: 1 }), quantity: 1 },
      { id: await shop.addProduct({ category: 'coins', stock: 0, coinValue: 250_000_000 }), quantity: 1 },
    ];
    for (const line of last) {
      const until = await paysLater(await shop.signIn(), [line], newAddress());
      expect((until - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    }
  });

  it('are kept so when all their banks are asked at the same moment (OWN-876)', async () => {
    const id = await shop.addProduct({ stock: 8 });
    const from = newAddress();
    const pages: { buyer: SignedIn; checkout: string; url: string }[] = [];
    for (const buyer of await people(6))
      pages.push({ buyer, ...(await tries(buyer, [{ id, quantity: 1 }], from)).body });
    await Promise.all(pages.map(({ url }) => actOnPayPage(url, 'pay_later')));
    const kept = await Promise.all(
      pages.map(async ({ buyer, checkout }) => (await waitForState(buyer, checkout, 'confirming')).heldUntil),
    );
    const isLong = (until: string | null | undefined) => Date.parse(until ?? '') > Date.now() + 3_600_000;
    expect(kept.filter(isLong)).toHaveLength(4);
  });

  it('is one piece each, not one more beside a payment that is being confirmed (OWN-401)', async () => {
    const id = await shop.addProduct({ stock: 12 });
    const [first, second, third] = await people(3);
    if (!first || !second || !third) throw new Error('nobody came');
    const from = newAddress();
    for (const one of [first, second])
      expect((await tries(one, [{ id, quantity: 3 }], from)).status).toBe(201);
    const piece = await tries(third, [{ id, quantity: 1 }], from);
    await actOnPayPage(piece.body.url, 'pay_later');
    await waitForState(third, piece.body.checkout, 'confirming');
    expect((await tries(third, [{ id, quantity: 1 }], from)).body).toMatchObject({
      code: 'HOLD_LIMIT',
      available: 0,
      reason: 'address',
    });
    expect((await tries(third, [{ id, quantity: 1 }])).status).toBe(201);
  });

  it('stays at half however many accounts of an address come at once (OWN-401)', async () => {
    const [pieces, coins] = await Promise.all([
      shop.addProduct({ stock: 40 }),
      shop.addProduct({ category: 'coins', stock: 0, priceCents: 99, isCustom: true }),
    ]);
    await fillPoolTo(1_000_000_000);
    const many = await people(12);
    const from = newAddress();
    const items = [
      { id: pieces, quantity: 6 },
      { id: coins, quantity: 1, customAmount: 130 },
    ];
    const total = (await quoteOf(many[0] ?? never(), items, from)).total;
    const input = { amount: total, items, ...RECIPIENT, consent: true };
    const answers = await Promise.all(
      many.map(({ agent }) => agent.post(CREATE).set('x-forwarded-for', from).send(input)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const codes = answers
      .filter(({ status }) => status !== 201)
      .map(({ body }) => `${body.code} ${body.reason}`);
    expect(new Set(codes)).toEqual(new Set(['HOLD_LIMIT address']));
    expect(await readBalances(shop, `stock:${pieces}`, `held:${pieces}`)).toEqual([22, 18]);
  });

  it('are kept for a bank’s hours up to three quarters for known accounts, of coins as of pieces (OWN-876)', async () => {
    const id = await shop.addProduct({ stock: 8 });
    const coins = await shop.addProduct({ category: 'coins', stock: 0, isCustom: true });
    await fillPoolTo(2_000_000_000);
    const known = await Promise.all([knownBuyer(), knownBuyer(), knownBuyer()]);
    const fresh = await people(3);
    const home = (at: number) => `2001:db8:c:${at}::1`;
    const kept = async (buyers: SignedIn[], lines: Items): Promise<number[]> => {
      const hours: number[] = [];
      for (const [at, line] of lines.entries()) {
        const until = await paysLater(buyers[at] ?? never(), [line], home(at));
        hours.push(Math.round((until - Date.now()) / 3_600_000));
      }
      return hours;
    };
    const pieces = (quantity: number) => ({ id, quantity });
    expect(await kept(known, [4, 2, 1].map(pieces))).toEqual([24, 24, 1]);
    const millions = (customAmount: number) => ({ id: coins, quantity: 1, customAmount });
    expect(await kept(fresh, [500, 500, 10].map(millions))).toEqual([24, 24, 1]);
  });
});

function never(): never {
  throw new Error('nobody came');
}
