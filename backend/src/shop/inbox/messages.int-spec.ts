import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, actOnPayPage, place, waitForState, readCheckout } from '../../../test/buying.js';
import {
  listEvents,
  postSignedEvent,
  holdMessages,
  openForeignSession,
  releaseMessages,
  findSession,
  steerStripe,
} from '../../../test/stripe.js';
import {
  expectProviderAgrees,
  expectSettled,
  awaitRefunds,
  awaitMessages,
} from '../../../test/expect-settled.js';
import { tablesWrittenWhileWaiting } from '../../../test/lock-order.js';
import { readLoyalty } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { runJob } from '../../../test/jobs.js';
import { toSession } from '../payments/stripe/stripe-session.mapper.js';
import { PaymentLifecycle } from '../checkout/session/payment-lifecycle.js';
import { EndCheckout } from '../checkout/settle/end-checkout.js';

const COMPLETED = 'checkout.session.completed';

jest.setTimeout(30_000);

describe('messages of the card provider', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(async () => {
    await expectSettled(shop);
    await expectProviderAgrees(shop);
  });
  afterAll(() => shop.close());

  const alerts = async (): Promise<{ kind: string; detail: string }[]> => {
    const rows: { data: { kind: string; detail: string } }[] = await shop.database.query(
      `SELECT data FROM outbox_events WHERE type = 'alert.raised' ORDER BY id`,
    );
    return rows.map((row) => row.data);
  };
  const paymentsOf = (ref: string): Promise<{ state: string; refund: string | null }[]> =>
    shop.database.query(
      `SELECT p.state, r.state AS refund FROM payments p JOIN checkouts c ON c.id = p.checkout_id
         LEFT JOIN refunds r ON r.payment_id = p.id WHERE c.ref = $1 ORDER BY p.id`,
      [ref],
    );
  const buy = async (stock = 3, quantity = 1, priceCents = 1999) => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock, priceCents });
    return { buyer, id, ...(await place(buyer, [{ id, quantity }])) };
  };
  const expectSettledOnce = async (buyer: SignedIn, ref: string, productId: number) => {
    expect(await readCheckout(buyer, ref)).toMatchObject({
      orders: [expect.any(Number)],
      pendingPoints: 199,
    });
    expect((await readLoyalty(buyer)).pendingPoints).toBe(199);
    expect(await paymentsOf(ref)).toEqual([{ state: 'settled', refund: null }]);
    expect(await readBalances(shop, `held:${productId}`, `points:${buyer.userId}`)).toEqual([0, 0]);
  };

  it('has one effect when a message comes five times at once, before and after the return (OWN-77)', async () => {
    holdMessages(shop);
    const { buyer, id, url, checkout } = await buy();
    await actOnPayPage(url, 'pay');
    const [event] = await listEvents(shop, checkout, COMPLETED);
    shop.peers.faults.clear();
    const refresh = () => buyer.agent.post(`/api/checkouts/${checkout}/refresh`);
    await Promise.all([steerStripe(shop, `events/${event?.id}/resend`, { copies: 5 }), refresh(), refresh()]);
    expect((await waitForState(buyer, checkout, 'paid')).points).toBe(199);
    await steerStripe(shop, `events/${event?.id}/resend`, { copies: 5 });
    await refresh().expect(200);
    await releaseMessages(shop);
    await awaitMessages(shop);
    await expectSettledOnce(buyer, checkout, id);
  });

  it('is not processed again when it comes again (OWN-78)', async () => {
    const { buyer, url, checkout } = await buy();
    await actOnPayPage(url, 'pay');
    await waitForState(buyer, checkout, 'paid');
    await awaitMessages(shop);
    const stored = (): Promise<object[]> =>
      shop.database.query('SELECT * FROM provider_messages WHERE type = $2 AND payload::text LIKE $1', [
        `%${checkout}%`,
        COMPLETED,
      ]);
    const first = await stored();
    expect(first).toEqual([expect.objectContaining({ attempts: 1, result: 'applied' })]);
    const [event] = await listEvents(shop, checkout, COMPLETED);
    await steerStripe(shop, `events/${event?.id}/resend`, { copies: 3 });
    await awaitMessages(shop);
    await runJob(shop.app, 'provider-inbox');
    expect(await stored()).toEqual(first);
  });

  it('has one effect when eight settle at once (OWN-77, SHOP-4.35)', async () => {
    holdMessages(shop);
    const { buyer, id, url, checkout } = await buy();
    await actOnPayPage(url, 'pay');
    const session = toSession(await findSession(shop, checkout));
    const lifecycle = shop.app.get(PaymentLifecycle);
    await Promise.all(Array.from({ length: 8 }, () => lifecycle.applySession(checkout, session)));
    expect((await readCheckout(buyer, checkout)).state).toBe('paid');
    await releaseMessages(shop);
    await awaitMessages(shop);
    await expectSettledOnce(buyer, checkout, id);
  });

  it('takes messages in any order', async () => {
    shop.peers.faults.arm({ faultPoint: 'stripe.webhook', match: COMPLETED, fault: { kind: 'reorder' } });
    const { buyer, id, url, checkout } = await buy();
    await actOnPayPage(url, 'pay');
    await waitForState(buyer, checkout, 'paid');
    const session = await findSession(shop, checkout);
    const stale = { ...session, status: 'expired', payment_status: 'unpaid' };
    const event = { livemode: false, type: 'checkout.session.expired', data: { object: stale } };
    expect(await postSignedEvent(shop, { id: `evt_${checkout}`, ...event })).toBe(200);
    await awaitMessages(shop);
    await expectSettledOnce(buyer, checkout, id);
  });

  it('leaves the purchase alone when stranded money of it is disputed (OWN-103)', async () => {
    const { buyer, url, checkout } = await buy();
    await actOnPayPage(url, 'pay');
    await waitForState(buyer, checkout, 'paid');
    const foreign = await openForeignSession(shop, checkout, 1999);
    await actOnPayPage(foreign.url ?? '', 'pay');
    await awaitMessages(shop);
    const [stranded]: { ref: string }[] = await shop.database.query(
      `SELECT provider_ref AS ref FROM payments p JOIN checkouts c ON c.id = p.checkout_id
        WHERE c.ref = $1 AND p.state = 'stranded'`,
      [checkout],
    );
    await steerStripe(shop, `payments/${stranded?.ref}/dispute`, { cents: 400 });
    await awaitMessages(shop);
    const told = (await alerts()).filter(({ detail }) => detail.includes(stranded?.ref ?? 'no payment'));
    expect(told.filter(({ kind }) => kind === 'dispute')).toHaveLength(1);
    expect((await readCheckout(buyer, checkout)).state).toBe('paid');
    expect((await buyer.agent.get('/api/orders').expect(200)).body).toMatchObject([
      { paymentStatus: 'paid' },
    ]);
  });

  it('changes nothing when it comes three days late: the shop had asked by itself (OWN-77)', async () => {
    holdMessages(shop);
    const { buyer, id, url, checkout } = await buy();
    await actOnPayPage(url, 'pay');
    await shop.database.query(
      `UPDATE checkouts SET created_at = created_at - interval '3 days', session_expires_at = session_expires_at - interval '3 days',
              next_check_at = now() - interval '3 days' WHERE ref = $1`,
      [checkout],
    );
    await runJob(shop.app, 'checkout-sweeper');
    await waitForState(buyer, checkout, 'paid');
    await expectSettledOnce(buyer, checkout, id);
    await releaseMessages(shop);
    await awaitMessages(shop);
    await expectSettledOnce(buyer, checkout, id);
  });

  it.each(['expired', 'cancelled', 'failed'] as const)(
    'takes late money of one that %s, all of it (OWN-82)',
    async (ended) => {
      holdMessages(shop);
      const { buyer, id, url, checkout } = await buy(3, 2, 1000);
      await actOnPayPage(url, 'pay');
      await shop.app.get(EndCheckout).execute(checkout, ended);
      expect((await readCheckout(buyer, checkout)).state).toBe(ended);
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
      await releaseMessages(shop);
      const paid = await waitForState(buyer, checkout, 'paid');
      expect(paid.orders).toHaveLength(1);
      expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([1, 0]);
      await awaitMessages(shop);
      expect(await paymentsOf(checkout)).toEqual([{ state: 'settled', refund: null }]);
    },
  );

  it('writes nothing before it has locked the checkout, whoever holds only that (OWN-76)', async () => {
    holdMessages(shop);
    const { buyer, id, url, checkout } = await buy();
    await actOnPayPage(url, 'pay');
    const held = `checkouts WHERE ref = '${checkout}'`;
    const written = await tablesWrittenWhileWaiting(shop, { held, tell: () => releaseMessages(shop) });
    expect(written).toEqual([]);
    await waitForState(buyer, checkout, 'paid');
    await expectSettledOnce(buyer, checkout, id);
  });

  it('sends late money back when one thing is gone, and touches nothing else (OWN-82)', async () => {
    holdMessages(shop);
    const buyer = await shop.signIn();
    const [kept, gone] = [await shop.addProduct({ stock: 5 }), await shop.addProduct({ stock: 1 })];
    await shop.fill(`credit:${buyer.userId}`, 300);
    const items = [kept, gone].map((id) => ({ id, quantity: 1 }));
    const { url, checkout } = await place(buyer, items, { useStoreCredit: true });
    await actOnPayPage(url, 'pay');
    await shop.app.get(EndCheckout).execute(checkout, 'expired');
    await shop.fill(`stock:${gone}`, -1);
    const before = (await alerts()).length;
    const version = (await readCheckout(buyer, checkout)).state;
    await releaseMessages(shop);
    await awaitMessages(shop);
    await awaitRefunds(shop);
    expect(await paymentsOf(checkout)).toEqual([{ state: 'stranded', refund: 'done' }]);
    expect((await readCheckout(buyer, checkout)).state).toBe(version);
    expect(await readBalances(shop, `stock:${kept}`, `held:${kept}`, `stock:${gone}`)).toEqual([5, 0, 0]);
    expect(await readBalances(shop, `credit:${buyer.userId}`, `points:${buyer.userId}`)).toEqual([300, 0]);
    const raised = (await alerts()).slice(before);
    expect(raised).toEqual([expect.objectContaining({ kind: 'stranded' })]);
    expect(raised[0]?.detail).toContain(checkout);
    // Each asks for a look at this very money, so none may be counted in the post of another.
    expect(raised[0]).not.toHaveProperty('isFoldable');
  });

  it('ends a checkout when its stranded money is reported again, after a crash between the two (OWN-80)', async () => {
    holdMessages(shop);
    const { buyer, id, url, checkout } = await buy();
    await actOnPayPage(url, 'pay');
    const session = toSession(await findSession(shop, checkout));
    const foreign = { ...session, payment: session.payment && { ...session.payment, currency: 'EUR' } };
    const lifecycle = shop.app.get(PaymentLifecycle);
    const end = jest.spyOn(shop.app.get(EndCheckout), 'execute').mockRejectedValueOnce(new Error('killed'));
    await expect(lifecycle.applySession(checkout, foreign)).rejects.toThrow('killed');
    end.mockRestore();
    expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
    await lifecycle.applySession(checkout, foreign);
    expect((await readCheckout(buyer, checkout)).state).toBe('failed');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    await releaseMessages(shop);
    await awaitMessages(shop);
    await awaitRefunds(shop);
    expect(await paymentsOf(checkout)).toEqual([{ state: 'stranded', refund: 'done' }]);
  });

  it('sends a second capture of a paid checkout back (OWN-83)', async () => {
    const { buyer, url, checkout } = await buy();
    await actOnPayPage(url, 'pay');
    await waitForState(buyer, checkout, 'paid');
    const second = await openForeignSession(shop, checkout, 1999);
    await actOnPayPage(second.url ?? '', 'pay');
    await awaitMessages(shop);
    await awaitRefunds(shop);
    expect(await paymentsOf(checkout)).toEqual([
      { state: 'settled', refund: null },
      { state: 'stranded', refund: 'done' },
    ]);
    expect((await readCheckout(buyer, checkout)).orders).toHaveLength(1);
  });

  it.each([199, 1998, 2000, 9999])(
    'takes no other amount, as $%d cents, and goes on (OWN-80)',
    async (cents) => {
      const { buyer, id, url, checkout } = await buy();
      const other = await openForeignSession(shop, checkout, cents);
      await actOnPayPage(other.url ?? '', 'pay');
      await awaitMessages(shop);
      await awaitRefunds(shop);
      expect(await paymentsOf(checkout)).toEqual([{ state: 'stranded', refund: 'done' }]);
      expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'open', orders: [] });
      expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
      await actOnPayPage(url, 'pay');
      await waitForState(buyer, checkout, 'paid');
    },
  );

  it('goes back from the payment that bought the order, not from an earlier one of another amount', async () => {
    const { buyer, url, checkout } = await buy();
    const other = await openForeignSession(shop, checkout, 1998);
    await actOnPayPage(other.url ?? '', 'pay');
    await awaitMessages(shop);
    await actOnPayPage(url, 'pay');
    const { orders } = await waitForState(buyer, checkout, 'paid');
    const admin = await shop.signIn({ admin: true });
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
    await awaitRefunds(shop);
    expect(await paymentsOf(checkout)).toEqual([
      { state: 'stranded', refund: 'done' },
      { state: 'settled', refund: 'done' },
    ]);
  });
});
