import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  RECIPIENT,
  onePieceOf,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
} from '../../../test/buying.js';
import { CRYPTO_SHOP } from '../../../test/crypto-shop.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { actOnPaypalPayment, actOnWalletPage } from '../../../test/paypal.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { signInFriend } from '../../../test/referral.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

const CREATE = {
  card: '/api/payments/stripe/create-checkout-session',
  wallet: '/api/payments/paypal/create',
  crypto: '/api/payments/crypto/create',
};

/** Prices of goods for $100 with a friend's discount: with the bonus, and without. */
const [CHEAP, FULL] = ['90.00', '95.00'];

jest.setTimeout(60_000);

describe('a game name while a checkout with a friend’s bonus waits for its payment (OWN-1179)', () => {
  let shop: Shop;
  let id: number;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop({ ...CRYPTO_SHOP, PAYMENT_METHODS: 'card,wallet,crypto' });
    admin = await shop.signIn({ admin: true });
    id = await shop.addProduct({ stock: 500, priceCents: 10_000 });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  let names = 0;
  const newName = (): string => `Reserved_${(names += 1)}`;
  const friend = async (): Promise<SignedIn> => (await signInFriend(shop)).friend;
  const friends = () => Promise.all([friend(), friend(), friend()]);
  const tries = (
    { agent }: SignedIn,
    inGameName: string,
    amount: string,
    method: keyof typeof CREATE = 'card',
  ) =>
    agent
      .post(CREATE[method])
      .send({ amount, items: onePieceOf(id), ...RECIPIENT, inGameName, consent: true, useStoreCredit: true });
  const gets = async (...attempt: Parameters<typeof tries>) => {
    const { status, body } = await tries(...attempt);
    expect([status, body]).toMatchObject([201, { checkout: expect.any(String) }]);
    return body;
  };
  /** The price that the shop asks of who places at the discount's. */
  const priceFor = async (buyer: SignedIn, inGameName: string): Promise<string> => {
    const { status, body } = await tries(buyer, inGameName, CHEAP);
    if (status === 201) await cancel(buyer, body.checkout);
    else expect(body).toMatchObject({ code: 'PRICE_CHANGED', quote: { referralBonusUsed: '0.00' } });
    return status === 201 ? CHEAP : body.quote.total;
  };
  const cancel = ({ agent }: SignedIn, ref: string) => agent.post(`/api/checkouts/${ref}/cancel`).expect(200);
  const move = (order: number | undefined, what: string) =>
    admin.agent.patch(`/api/admin/orders/${order}/${what}`).send({}).expect(200);

  it('is that buyer’s once it is paid: another account has the discount alone, as its cart says', async () => {
    const [first, second] = await friends();
    const name = `.Name ${newName()}`.replace('Reserved', 'R');
    const written = name.slice(1).replace(' ', '_').toUpperCase();
    const { checkout, url } = await gets(first, name, CHEAP);
    // A repeat costs its buyer nothing.
    expect((await gets(first, name, CHEAP)).checkout).toBe(checkout);
    await actOnPayPage(url, 'pay');
    expect(await waitForState(first, checkout, 'paid')).toMatchObject({ total: CHEAP });
    expect(await priceFor(second, written)).toBe(FULL);
    await second.agent.put('/api/account/profile').send({ minecraftName: written }).expect(200);
    const cart = { items: onePieceOf(id), useStoreCredit: true };
    const quote = async () => (await second.agent.post('/api/checkout/quote').send(cart)).body;
    expect(await quote()).toMatchObject({
      total: FULL,
      discounts: { referral: '5.00' },
      bonusUsable: false,
    });
    const full = await gets(second, written, FULL);
    await actOnPayPage(full.url, 'pay');
    expect(await waitForState(second, full.checkout, 'paid')).toMatchObject({ total: FULL });
  });

  it('is one buyer’s of those who pay at the same moment, however they write it: the money of others goes back (OWN-1179)', async () => {
    const buyers = [...(await friends()), ...(await friends())];
    const name = `R ${newName()}`.replace('Reserved', 'X');
    const writings = [name, `.${name}`, name.replace(' ', '_'), name.toLowerCase()];
    const answers = await Promise.all(
      buyers.map((buyer, n) => tries(buyer, writings[n % writings.length] ?? name, CHEAP)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    await Promise.all(answers.map(({ body }) => actOnPayPage(body.url, 'pay')));
    await awaitMessages(shop);
    await awaitRefunds(shop);
    const states = await Promise.all(
      buyers.map(async (buyer, n) => (await readCheckout(buyer, answers[n]?.body.checkout)).state),
    );
    expect(states.filter((state) => state === 'paid')).toHaveLength(1);
  });

  it('is free while that is unpaid, and taken once it is paid, until that is undone (OWN-1179)', async () => {
    const [first, second] = await friends();
    const name = newName();
    const unpaid = await gets(first, name, CHEAP);
    expect(await priceFor(second, name)).toBe(CHEAP);
    await cancel(first, unpaid.checkout);
    const paid = await gets(first, name, CHEAP);
    await actOnPayPage(paid.url, 'pay');
    const { orders } = await waitForState(first, paid.checkout, 'paid');
    expect(await priceFor(second, name)).toBe(FULL);
    await move(orders[0], 'cancel');
    expect(await priceFor(second, name)).toBe(CHEAP);
  });

  it('is free while a bank or staff confirm: the first paid keeps it, and other money goes back (OWN-1179)', async () => {
    const [byBank, byCrypto, other] = await friends();
    const [name, coinName] = [newName(), newName()];
    const bank = await gets(byBank, name, CHEAP, 'wallet');
    await actOnWalletPage(bank, 'pay_pending');
    await waitForState(byBank, bank.checkout, 'confirming');
    const crypto = await gets(byCrypto, coinName, CHEAP, 'crypto');
    expect(await priceFor(other, coinName)).toBe(CHEAP);
    const [order] = (await readCheckout(byCrypto, crypto.checkout)).orders;
    await move(order, 'confirm-payment');
    expect(await priceFor(other, coinName)).toBe(FULL);
    const card = await gets(other, name, CHEAP);
    await actOnPayPage(card.url, 'pay');
    await waitForState(other, card.checkout, 'paid');
    await actOnPaypalPayment(shop, bank.checkout, 'complete');
    await waitForState(byBank, bank.checkout, 'failed');
  });

  it('is one buyer’s of those whose payments a bank confirms at the same time (OWN-1179)', async () => {
    const [first, second] = await friends();
    const name = newName();
    const pages = [
      await gets(first, name, CHEAP, 'wallet'),
      await gets(second, name, CHEAP, 'wallet'),
    ] as const;
    for (const [buyer, page] of [
      [first, pages[0]],
      [second, pages[1]],
    ] as const) {
      await actOnWalletPage(page, 'pay_pending');
      await waitForState(buyer, page.checkout, 'confirming');
    }
    await Promise.all(pages.map(({ checkout }) => actOnPaypalPayment(shop, checkout, 'complete')));
    await awaitMessages(shop);
    await awaitRefunds(shop);
    const ends = await Promise.all([
      readCheckout(first, pages[0].checkout),
      readCheckout(second, pages[1].checkout),
    ]);
    expect(ends.map(({ state }) => state).toSorted()).toEqual(['failed', 'paid']);
  });

  it('is taken when a crypto payment comes after it was used: staff can cancel the order only (OWN-1179)', async () => {
    const [byCrypto, byCard] = await friends();
    const name = newName();
    const crypto = await gets(byCrypto, name, CHEAP, 'crypto');
    const card = await gets(byCard, name, CHEAP);
    await actOnPayPage(card.url, 'pay');
    await waitForState(byCard, card.checkout, 'paid');
    const [order] = (await readCheckout(byCrypto, crypto.checkout)).orders;
    const refused = await admin.agent
      .patch(`/api/admin/orders/${order}/confirm-payment`)
      .send({})
      .expect(409);
    expect(refused.body).toMatchObject({
      code: 'ILLEGAL_MOVE',
      message: expect.stringContaining('friend’s bonus'),
    });
    await move(order, 'cancel');
  });

  it('is not used by money that somebody pays for a crypto order by PayPal’s form: it goes back (OWN-1179)', async () => {
    const [one, other, byCard] = await friends();
    const name = newName();
    const cryptos = [await gets(one, name, CHEAP, 'crypto'), await gets(other, name, CHEAP, 'crypto')];
    const { action, fields } = await gets(byCard, newName(), CHEAP, 'wallet');
    const card = await gets(byCard, name, CHEAP);
    await actOnPayPage(card.url, 'pay');
    await waitForState(byCard, card.checkout, 'paid');
    const payFor = (ref: string) =>
      actOnWalletPage({ action, fields: { ...fields, item_number: ref, invoice: ref } }, 'pay');
    for (const { checkout } of cryptos) await payFor(checkout);
    await awaitMessages(shop);
    await awaitRefunds(shop);
    const states = await Promise.all(
      [one, other].map(async (buyer, n) => (await readCheckout(buyer, cryptos[n].checkout)).state),
    );
    expect(states).toEqual(['confirming', 'confirming']);
    const refs = cryptos.map(({ checkout }) => checkout);
    const given = await shop.database.query(
      `SELECT p.state, r.amount_cents AS cents, r.state AS refund FROM refunds r JOIN payments p ON p.id = r.payment_id
         JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = ANY($1)`,
      [refs],
    );
    const back = { state: 'stranded', cents: 9_000, refund: 'manual' };
    expect(given).toEqual([back, back]);
  });

  it('late money goes back where its price is today’s only with a bonus that another account used (OWN-1179)', async () => {
    const [first, second] = await friends();
    const name = newName();
    const form = await gets(first, name, CHEAP, 'wallet');
    await cancel(first, form.checkout);
    const other = await gets(second, name, CHEAP);
    await actOnPayPage(other.url, 'pay');
    await waitForState(second, other.checkout, 'paid');
    const setPrice = (cents: number) =>
      shop.database.query('UPDATE products SET price_cents = $2 WHERE id = $1', [id, cents]);
    await setPrice(9_600);
    try {
      await actOnWalletPage(form, 'pay');
      await awaitMessages(shop);
      await awaitRefunds(shop);
      expect((await readCheckout(first, form.checkout)).state).toBe('cancelled');
    } finally {
      await setPrice(10_000);
    }
  });

  it.each([
    ['is taken while another checkout with the bonus is unpaid', true],
    ['is taken once that has ended, too', false],
  ] as const)('late money %s (OWN-1179)', async (_, isOpen) => {
    const [first, second] = await friends();
    const name = newName();
    const form = await gets(first, name, CHEAP, 'wallet');
    await cancel(first, form.checkout);
    const other = await gets(second, name, CHEAP);
    if (!isOpen) await cancel(second, other.checkout);
    await actOnWalletPage(form, 'pay');
    await awaitMessages(shop);
    await awaitRefunds(shop);
    expect(await readCheckout(first, form.checkout)).toMatchObject({ state: 'paid' });
    if (isOpen) await cancel(second, other.checkout);
  });

  it('is not taken by a checkout without a bonus: a stranger’s, or a friend’s under $45', async () => {
    const [referred, other, stranger] = [await friend(), await friend(), await shop.signIn()];
    const name = newName();
    await gets(stranger, name, '100.00');
    const cheap = onePieceOf(await shop.addProduct({ priceCents: 65 }));
    const { url, checkout } = await place(other, cheap, { inGameName: name, useStoreCredit: true });
    expect(await priceFor(referred, name)).toBe(CHEAP);
    await actOnPayPage(url, 'pay');
    await waitForState(other, checkout, 'paid');
    expect(await priceFor(referred, name)).toBe(CHEAP);
  });
});
