import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { AdminHold, StaffRight } from '@pax/contracts';
import {
  readBalances,
  onePieceOf,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
  runSweeper,
} from '../../../../test/buying.js';
import { CRYPTO_SHOP, orderByCrypto } from '../../../../test/crypto-shop.js';
import { failStripeCalls, findSession, steerStripe } from '../../../../test/stripe.js';
import { expectProviderAgrees, expectSettled, awaitRefunds } from '../../../../test/expect-settled.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { SocketClient } from '../../../../test/sockets.js';
import { runJob } from '../../../../test/jobs.js';
import { RoleSource } from '../../../people/rights/role-source.js';

jest.setTimeout(60_000);

describe('holds in the panel', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop({ ...CRYPTO_SHOP, PAYMENT_METHODS: 'card,wallet,crypto' });
    admin = await shop.signIn({ admin: true });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const asStaff = (...rights: StaffRight[]) =>
    jest.spyOn(shop.app.get(RoleSource), 'readRightsInSession').mockResolvedValue({ role: 'staff', rights });
  const holdsOf = async (query: string): Promise<AdminHold[]> =>
    (await admin.agent.get(`/api/admin/holds?${query}`).expect(200)).body;
  const openHold = async (quantity = 2) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 5 });
    return { buyer, id, ...(await place(buyer, [{ id, quantity }])) };
  };
  const slowHold = async () => {
    const hold = await openHold();
    await actOnPayPage(hold.url, 'pay_later');
    await waitForState(hold.buyer, hold.checkout, 'confirming');
    return hold;
  };
  const release = (by: SignedIn, ref: string) => by.agent.post(`/api/admin/holds/${ref}/release`);
  const auditsOf = (ref: string) =>
    shop.database.query(`SELECT actor, action FROM audit_log WHERE subject = $1`, [`checkout:${ref}`]);

  it('say who holds what, since and until when, narrowed and searched (OWN-878)', async () => {
    const [open, slow] = [await openHold(), await slowHold()];
    const [listed] = await holdsOf(`q=${open.buyer.username}`);
    expect(listed).toMatchObject({
      checkout: open.checkout,
      holding: true,
      state: 'open',
      method: 'card',
      userId: open.buyer.userId,
      username: open.buyer.username,
      inGameName: 'Steve_01',
      lines: [{ id: open.id, name: 'Elytra', quantity: 2 }],
      storeCredit: '0.00',
      reward: null,
    });
    const minutes = (Date.parse(listed?.until ?? '') - Date.parse(listed?.since ?? '')) / 60_000;
    expect(Math.round(minutes)).toBe(35);
    const refs = async (query: string) => (await holdsOf(query)).map(({ checkout }) => checkout);
    expect(await refs(`state=confirming&q=${slow.checkout}`)).toEqual([slow.checkout]);
    expect(await refs(`state=open&q=${slow.checkout}`)).toEqual([]);
    const all = await refs('limit=2');
    expect(all).toEqual([slow.checkout, open.checkout]);
    const page = await admin.agent.get('/api/admin/holds?limit=1').expect(200);
    expect(page.headers['x-total-count']).not.toBe('0');
    expect(page.headers['link']).toContain('rel="next"');
    await admin.agent.get('/api/admin/holds?state=paid').expect(400);
    await open.buyer.agent.post(`/api/checkouts/${open.checkout}/cancel`).expect(200);
    expect(await refs(`q=${open.checkout}`)).toEqual([]);
  });

  it('are ended at the provider, once, and the panel hears of it (OWN-878)', async () => {
    const { buyer, id, checkout } = await openHold();
    const panel = new SocketClient(shop.url, { origin: shop.url, cookie: admin.cookie });
    await panel.waitForRooms(3);
    const answer = await release(admin, checkout).expect(200);
    expect(answer.body).toMatchObject({ checkout, holding: false, state: 'cancelled' });
    expect((await findSession(shop, checkout)).status).toBe('expired');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([5, 0]);
    expect((await readCheckout(buyer, checkout)).state).toBe('cancelled');
    expect((await release(admin, checkout).expect(409)).body.code).toBe('ILLEGAL_MOVE');
    expect(await auditsOf(checkout)).toEqual([{ actor: `user:${admin.userId}`, action: 'hold.release' }]);
    await expectSettled(shop);
    const seen = panel.messages.filter(({ data }) => Object(data).checkout === checkout);
    expect(seen.at(-1)).toMatchObject({ room: 'admin', data: { holding: false } });
    panel.socket.close();
    await release(admin, 'A'.repeat(22)).expect(404);
  });

  it('stay while the provider is silent, and are released when it answers (OWN-878)', async () => {
    const { id, checkout } = await openHold();
    failStripeCalls(shop, '/expire', { kind: 'fail', status: 503 }, 50);
    expect((await release(admin, checkout).expect(503)).body.code).toBe('PAYMENT_PROVIDER_UNAVAILABLE');
    expect(await readBalances(shop, `held:${id}`)).toEqual([2]);
    shop.peers.faults.clear();
    await runSweeper(shop, checkout);
    expect(await readBalances(shop, `held:${id}`)).toEqual([0]);
  });

  it('let the goods of a confirming payment go, by one of two at once; later money is late money (OWN-878)', async () => {
    const { buyer, id, checkout } = await slowHold();
    const answers = await Promise.all([release(admin, checkout), release(admin, checkout)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await auditsOf(checkout)).toHaveLength(1);
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([5, 0]);
    expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'confirming', heldUntil: null });
    await steerStripe(shop, `sessions/${(await findSession(shop, checkout)).id}/later`, {
      action: 'succeed',
    });
    await waitForState(buyer, checkout, 'paid');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
  });

  it('end by crypto with their orders, in the name of who released them (OWN-878)', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 5 });
    const { checkout, orders } = await orderByCrypto(buyer, onePieceOf(id));
    expect((await release(admin, checkout).expect(200)).body.state).toBe('failed');
    const [step] = await shop.database.query(
      `SELECT actor, to_status FROM order_history WHERE order_id = $1 ORDER BY version DESC LIMIT 1`,
      [orders[0]],
    );
    expect(step).toEqual({ actor: `user:${admin.userId}`, to_status: 'cancelled' });
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([5, 0]);
  });

  it('are released by nobody but an admin of the own account; by others with the right to move (OWN-878)', async () => {
    const own = await openHold();
    asStaff('orders');
    expect((await release(admin, own.checkout)).status).toBe(403);
    jest.restoreAllMocks();
    asStaff('orders', 'move');
    expect((await release(own.buyer, own.checkout)).body).toMatchObject({ status: 403, code: 'OWN_ORDER' });
    expect(await readBalances(shop, `held:${own.id}`)).toEqual([2]);
    expect(await auditsOf(own.checkout)).toEqual([]);
    const colleague = await shop.signIn();
    await release(colleague, own.checkout).expect(200);
    jest.restoreAllMocks();
    const id = await shop.addProduct({ stock: 5 });
    const { checkout } = await place(admin, onePieceOf(id));
    await release(admin, checkout).expect(200);
    const alerts = await shop.database.query(
      `SELECT 1 FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE $1`,
      [`hold.release%checkout:${checkout}`],
    );
    expect(alerts).toHaveLength(1);
  });

  it('tell credit and bonus to nobody without the right to money figures (OWN-563)', async () => {
    const { buyer, checkout } = await openHold();
    const listed = async () => (await holdsOf(`q=${buyer.username}`))[0];
    asStaff('orders', 'money');
    expect(await listed()).toMatchObject({ storeCredit: '0.00', referralBonus: '0.00' });
    jest.restoreAllMocks();
    asStaff('orders', 'move');
    expect(await listed()).toMatchObject({ checkout, storeCredit: null, referralBonus: null });
    const { body } = await release(admin, checkout).expect(200);
    expect(body).toMatchObject({ holding: false, storeCredit: null, referralBonus: null });
  });

  it.each(['payment first', 'release first', 'sweep as well'])(
    'are either paid or released where both meet: %s (OWN-878)',
    async (which) => {
      const { buyer, id, url, checkout } = await openHold();
      const acts = [
        async () => void (await actOnPayPage(url, 'pay').catch(() => undefined)),
        async () => void (await release(admin, checkout)),
        async () => runJob(shop.app, 'checkout-sweeper'),
      ];
      if (which === 'sweep as well')
        await shop.database.query(
          `UPDATE checkouts SET session_expires_at = now(), next_check_at = now() WHERE ref = $1`,
          [checkout],
        );
      const inTurn = which === 'release first' ? acts.slice(0, 2).toReversed() : acts;
      await Promise.all(inTurn.map((act) => act()));
      await expectSettled(shop);
      await awaitRefunds(shop);
      const { state } = await readCheckout(buyer, checkout);
      expect(['paid', 'cancelled', 'expired']).toContain(state);
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([state === 'paid' ? 3 : 5, 0]);
    },
  );
});
