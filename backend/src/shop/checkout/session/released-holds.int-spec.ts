import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  buy,
  onePieceOf,
  actOnPayPage,
  place,
  placementFor,
  waitForState,
  readCheckout,
} from '../../../../test/buying.js';
import { orderByCrypto, CRYPTO_SHOP } from '../../../../test/crypto-shop.js';
import { actAtStripe, findSession, steerStripe } from '../../../../test/stripe.js';
import {
  expectProviderAgrees,
  expectSettled,
  awaitRefunds,
  awaitMessages,
} from '../../../../test/expect-settled.js';
import { signInMember, redeem } from '../../../../test/rewards.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { SocketClient } from '../../../../test/sockets.js';
import { until } from '../../../../test/until.js';
import { runJob } from '../../../../test/jobs.js';

const CREATE = '/api/payments/stripe/create-checkout-session';
const HOURS = 24;

jest.setTimeout(60_000);

describe('holds of payments that are being confirmed', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop({
      ...CRYPTO_SHOP,
      PAYMENT_METHODS: 'card,wallet,crypto',
      CONFIRMING_HOLD_HOURS: String(HOURS),
      RATE_LIMIT_FACTOR: '1',
    });
    admin = await shop.signIn({ admin: true });
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  /** A payment whose bank takes its time. */
  const slow = async (buyer: SignedIn, id: number, quantity = 1, extra: object = {}): Promise<string> => {
    const { url, checkout } = await place(buyer, [{ id, quantity }], { ...extra });
    await actOnPayPage(url, 'pay_later');
    await waitForState(buyer, checkout, 'confirming');
    return checkout;
  };
  const release = () => runJob(shop.app, 'release-holds');
  /** So many minutes of its hours have passed. */
  const after = async (ref: string, minutes: number): Promise<void> => {
    await shop.database.query(
      `UPDATE checkouts SET hold_until = now() + make_interval(mins => $2) WHERE ref = $1`,
      [ref, HOURS * 60 - minutes],
    );
    await release();
  };
  const overtime = (ref: string) => after(ref, HOURS * 60 + 1);
  const bank = async (ref: string, action: 'succeed' | 'fail'): Promise<void> =>
    steerStripe(shop, `sessions/${(await findSession(shop, ref)).id}/later`, { action });
  const block = async ({ userId }: SignedIn): Promise<void> => {
    await admin.agent
      .patch(`/api/admin/users/${userId}/block`)
      .send({ blocked: true, reason: 'fraud' })
      .expect(200);
    await runJob(shop.app, 'checkout-sweeper');
    await release();
  };
  /** The shop's own sweep may have claimed a checkout just before; the spec's then returns earlier. */
  const untilFree = (id: number, stock: number) =>
    until(
      () => readBalances(shop, `stock:${id}`, `held:${id}`),
      ([free, held]) => free === stock && held === 0,
    );
  const stranded = async (ref: string): Promise<string[]> => {
    const rows: { state: string }[] = await shop.database.query(
      `SELECT p.state FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
      [ref],
    );
    return rows.map(({ state }) => state);
  };

  it('last for their hours and not a minute longer; goods, credit, bonus and code go together (OWN-876)', async () => {
    const buyer = await signInMember(shop, 20_000);
    await shop.fill(`credit:${buyer.userId}`, 700);
    const { id: reward, code } = await redeem(buyer, 'ten-percent-off');
    const id = await shop.addProduct({ stock: 5, priceCents: 5_000 });
    const page = new SocketClient(shop.url, { origin: shop.url, cookie: buyer.cookie });
    await page.waitForRooms(2);
    const ref = await slow(buyer, id, 2, { useStoreCredit: true, rewardCode: code });
    const { heldUntil } = await readCheckout(buyer, ref);
    const hours = (Date.parse(heldUntil ?? '') - Date.now()) / 3_600_000;
    expect(Math.abs(hours - HOURS)).toBeLessThan(0.01);
    const accounts = [`held:${id}`, `credit:${buyer.userId}`, `reward:${reward}`, `reward-held:${reward}`];
    await after(ref, HOURS * 60 - 1);
    expect(await readBalances(shop, ...accounts)).toEqual([2, 0, 0, 1]);
    await overtime(ref);
    expect(await readBalances(shop, ...accounts, `stock:${id}`)).toEqual([0, 700, 1, 0, 5]);
    expect(await readCheckout(buyer, ref)).toMatchObject({ state: 'confirming', heldUntil: null });
    await expectSettled(shop);
    expect(page.messages.filter(({ type }) => type === 'checkout.released')).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ checkout: ref, heldUntil: null }) }),
    ]);
    page.socket.close();
    await release();
    expect(await readBalances(shop, ...accounts, `stock:${id}`)).toEqual([0, 700, 1, 0, 5]);
    // The code is free for another purchase.
    await buyer.agent
      .post('/api/checkout/quote')
      .send({ items: onePieceOf(id), rewardCode: code })
      .expect(200);
    await bank(ref, 'succeed');
    expect((await waitForState(buyer, ref, 'paid')).orders).toHaveLength(1);
    expect(await readBalances(shop, ...accounts, `stock:${id}`)).toEqual([0, 0, 0, 0, 3]);
  });

  it('leave later money to what is still there: all of it, or it goes back (OWN-876)', async () => {
    const [buyer, other] = [await shop.signIn(), await shop.signIn()];
    const [many, last] = [await shop.addProduct({ stock: 5 }), await shop.addProduct({ stock: 1 })];
    const { url, checkout } = await place(buyer, onePieceOf(many, last));
    await actOnPayPage(url, 'pay_later');
    await waitForState(buyer, checkout, 'confirming');
    await overtime(checkout);
    await buy(other, onePieceOf(last));
    await bank(checkout, 'succeed');
    expect((await waitForState(buyer, checkout, 'failed')).orders).toEqual([]);
    await awaitRefunds(shop);
    expect(await stranded(checkout)).toEqual(['stranded']);
    expect(await readBalances(shop, `stock:${many}`, `stock:${last}`)).toEqual([5, 0]);
  });

  it('send later money back to a buyer whose purchases a dispute suspends (OWN-103, OWN-1166)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 5 });
    const disputed = await buy(buyer, onePieceOf(id));
    const [released, held] = [await slow(buyer, id), await slow(buyer, id)];
    await overtime(released);
    await actAtStripe(shop, disputed.checkout, 'dispute');
    await awaitMessages(shop);
    for (const ref of [released, held]) await bank(ref, 'succeed');
    for (const ref of [released, held]) {
      expect((await waitForState(buyer, ref, 'failed')).orders).toEqual([]);
      await awaitRefunds(shop);
      expect(await stranded(ref)).toEqual(['stranded']);
    }
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([4, 0]);
  });

  it('release nothing twice where the bank refuses after them (OWN-876)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3 });
    const ref = await slow(buyer, id);
    await overtime(ref);
    await bank(ref, 'fail');
    await waitForState(buyer, ref, 'failed');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
  });

  it('count as checkouts that ended unpaid, each once, for a day (OWN-75, OWN-876)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 50 });
    const refs = [await slow(buyer, id), await slow(buyer, id)];
    const tries = async (quantity: number) =>
      buyer.agent.post(CREATE).send(await placementFor(buyer, [{ id, quantity }]));
    const isLimited = async () => (await tries(20)).body.reason === 'unpaid';
    await overtime(refs[0] ?? '');
    await bank(refs[0] ?? '', 'fail');
    await waitForState(buyer, refs[0] ?? '', 'failed');
    expect(await isLimited()).toBe(false);
    await shop.database.query(
      `UPDATE checkouts SET cancel_requested_at = now(), next_check_at = now() WHERE user_id = $1 AND state = 'open'`,
      [buyer.userId],
    );
    await runJob(shop.app, 'checkout-sweeper');
    await shop.database.query(
      `UPDATE checkouts SET ended_at = ended_at - interval '2 days' WHERE user_id = $1 AND state = 'cancelled'`,
      [buyer.userId],
    );
    await overtime(refs[1] ?? '');
    expect(await isLimited()).toBe(true);
    await shop.database.query(
      `UPDATE checkouts SET hold_ended_at = hold_ended_at - interval '24 hours' WHERE ref = $1`,
      [refs[1]],
    );
    expect(await isLimited()).toBe(false);
  });

  it('are released by a block with what is open, and money that comes later goes back (OWN-20)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 9 });
    const confirming = await slow(buyer, id, 2);
    const open = await place(buyer, [{ id, quantity: 3 }]);
    expect(await readBalances(shop, `held:${id}`)).toEqual([5]);
    await block(buyer);
    await untilFree(id, 9);
    expect((await findSession(shop, open.checkout)).status).toBe('expired');
    await bank(confirming, 'succeed');
    await until(
      () => stranded(confirming),
      (states) => states.length > 0,
    );
    await awaitRefunds(shop);
    expect(await stranded(confirming)).toEqual(['stranded']);
    expect(await readBalances(shop, `stock:${id}`)).toEqual([9]);
    const [{ state }] = await shop.database.query('SELECT state FROM checkouts WHERE ref = $1', [confirming]);
    expect(state).toBe('failed');
  });

  it('end with a block by crypto, whose orders are void; no lapse is counted (OWN-20)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 9 });
    const { orders } = await orderByCrypto(buyer, onePieceOf(id));
    await block(buyer);
    await untilFree(id, 9);
    const rows = await shop.database.query(
      `SELECT c.state, c.ended_at >= c.session_expires_at AS lapsed, o.status, o.payment_status AS payment FROM checkouts c JOIN orders o ON o.checkout_id = c.id WHERE o.id = $1`,
      [orders[0]],
    );
    expect(rows).toEqual([{ state: 'failed', lapsed: false, status: 'cancelled', payment: 'void' }]);
  });

  it.each([
    ['release first', 0],
    ['bank first', 1],
  ])('give the goods once where block and bank meet: %s (OWN-20)', async (_, first) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 4 });
    const refs = [await slow(buyer, id), await slow(buyer, id)];
    const acts = [() => block(buyer), () => Promise.all(refs.map((ref) => bank(ref, 'succeed')))];
    await Promise.all([acts[first]?.(), acts[1 - first]?.()]);
    await release();
    await expectSettled(shop);
    await awaitRefunds(shop);
    const paid: { state: string }[] = await shop.database.query(
      `SELECT state FROM checkouts WHERE ref = ANY($1) ORDER BY state`,
      [refs],
    );
    const sold = paid.filter(({ state }) => state === 'paid').length;
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([4 - sold, 0]);
  });
});
