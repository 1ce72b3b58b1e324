import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, buy, onePieceOf, actOnPayPage } from '../../../test/buying.js';
import { countLockWaits } from '../../../test/lock-waits.js';
import {
  listAlertsAbout,
  findDispute,
  holdMessages,
  actAtStripe,
  openForeignSession,
  refundInDashboard,
  listStripeRefunds,
  releaseMessages,
  steerStripe,
  OWN_ORDER_ALERT,
} from '../../../test/stripe.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { RefundSteps, whileRefundsRefused } from '../../../test/refunds.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import { until } from '../../../test/until.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { reconcileMoney } from '../reconciliation/reconcile-money.js';
import { StripeProvider } from '../payments/stripe/stripe-provider.js';
import { RefundSender } from './send-refunds.js';

jest.setTimeout(40_000);

describe('a manual refund that was made by hand (OWN-96)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let refunds: RefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
    refunds = new RefundSteps(shop, admin);
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const done = (id: number, reference = `re_hand_${id}`, by = admin) =>
    by.agent.post(`/api/admin/refunds/${id}/done`).send({ reference });
  const ofOrder = (orderId: number) => admin.agent.get(`/api/admin/orders/${orderId}/refunds`).expect(200);
  const orderOf = async (orderId: number) => {
    const list = await admin.agent.get('/api/admin/orders/archived').expect(200);
    return list.body.find(({ id }: { id: number }) => id === orderId);
  };

  it('is not the money that a dispute takes later, though of the same amount', async () => {
    const buyer = await shop.signIn();
    const ids = [await shop.addProduct({ priceCents: 1000 }), await shop.addProduct({ priceCents: 1000 })];
    const { checkout, orders } = await buy(buyer, onePieceOf(...ids));
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
    await awaitRefunds(shop);
    const [sent] = await listStripeRefunds(shop, checkout);
    await steerStripe(shop, `refunds/${sent?.id}/bounce`, {});
    await awaitMessages(shop);
    const [row] = (await ofOrder(orders[0] ?? 0)).body;
    await done(row.id, 'bank-transfer-1').expect(200);
    await admin.agent.patch(`/api/admin/orders/${orders[1]}/complete`).send({}).expect(200);
    await actAtStripe(shop, checkout, 'dispute', 1000);
    await awaitMessages(shop);
    const { id } = await findDispute(shop, checkout);
    await steerStripe(shop, `disputes/${id}/close`, { outcome: 'lost' });
    await awaitMessages(shop);
    const rows = await shop.database.query(
      'SELECT order_id AS "order", provider_ref AS ref FROM refunds WHERE order_id = ANY($1) ORDER BY id',
      [orders],
    );
    expect(rows).toEqual([
      { order: orders[0], ref: 'bank-transfer-1' },
      { order: orders[1], ref: id },
    ]);
  });

  it('stays manual where it is of another amount by now than the admin saw (OWN-798)', async () => {
    const id = await refunds.requestRefused();
    const { amount_cents: cents } = await refunds.readRow(id);
    await shop.database.query('UPDATE refunds SET amount_cents = amount_cents - 100 WHERE id = $1', [id]);
    const mark = (amount: number) =>
      admin.agent
        .post(`/api/admin/refunds/${id}/done`)
        .send({ reference: `re_seen_${id}`, amount: (amount / 100).toFixed(2) });
    const refused = await mark(cents);
    expect([refused.status, refused.body.code]).toEqual([409, 'STALE']);
    expect(refused.body.current).toMatchObject({ id, state: 'manual' });
    expect(await refunds.readRow(id)).toMatchObject({ state: 'manual' });
    await shop.database.query('UPDATE refunds SET amount_cents = $2 WHERE id = $1', [id, cents]);
    await mark(cents).expect(200);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
  });

  it('is told when it is of an admin’s own purchase, and not of others’ (OWN-890)', async () => {
    const [own, others] = [await refunds.requestRefused(admin), await refunds.requestRefused()];
    for (const id of [own, others]) await done(id).expect(200);
    expect(await listAlertsAbout(shop, `refund:${own}`)).toEqual([OWN_ORDER_ALERT]);
    expect(await listAlertsAbout(shop, `refund:${others}`)).toEqual([]);
  });

  it('ends as done, with its reference, once; the buyer is told, and no balance moves', async () => {
    const id = await refunds.requestRefused();
    const { order_id: orderId } = await refunds.readRow(id);
    const before = await orderOf(orderId);
    expect(before).toMatchObject({ refund: 'requested' });
    const pool = await readBalances(shop, `points:${before.userId}`, `stock:${before.productId}`);
    const listed = await ofOrder(orderId);
    expect(listed.body).toMatchObject([{ id, state: 'manual', reference: null, doneAt: null }]);

    const answers = await Promise.all([1, 2, 3, 4].map(() => done(id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'ILLEGAL_MOVE' });
    const after = await ofOrder(orderId);
    expect(after.body).toMatchObject([{ id, state: 'done', reference: `re_hand_${id}` }]);
    expect(await orderOf(orderId)).toMatchObject({ refund: 'done', version: before.version + 1 });
    expect(await readBalances(shop, `points:${before.userId}`, `stock:${before.productId}`)).toEqual(pool);
    const audits: { actor: string }[] = await shop.database.query(
      `SELECT actor FROM audit_log WHERE action = 'refund.done' AND subject = $1`,
      [`refund:${id}`],
    );
    expect(audits).toEqual([{ actor: `user:${admin.userId}` }]);
  });

  it('is refused for one that is still sent or done, for a used reference, and for nobody’s', async () => {
    const [first, second] = [await refunds.requestRefused(), await refunds.requestRefused()];
    await done(first, 're_twice').expect(200);
    expect((await done(second, 're_twice').expect(409)).body).toMatchObject({ code: 'CONFLICT' });
    expect((await done(first, 're_other').expect(409)).body).toMatchObject({ code: 'ILLEGAL_MOVE' });
    await done(second, ' ').expect(400);
    await done(999_999).expect(404);
    const waiting = await refunds.requestForLater();
    expect((await done(waiting).expect(409)).body).toMatchObject({ code: 'ILLEGAL_MOVE' });
    await done(second).expect(200);
    await shop.database.query('UPDATE refunds SET next_try_at = now() WHERE id = $1', [waiting]);
  });

  it('is one of two that are marked at once with one reference (OWN-681)', async () => {
    const two = [await refunds.requestRefused(), await refunds.requestRefused()];
    const answers = await Promise.all(two.map((id) => done(id, 're_at_once')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    for (const id of two) if ((await refunds.readRow(id)).state === 'manual') await done(id).expect(200);
  });

  it('is not booked again when the provider tells of it under its own reference (OWN-681)', async () => {
    const id = await refunds.requestRefused();
    const { order_id: orderId, amount_cents: cents, payment_ref: payment } = await refunds.readRow(id);
    await done(id, 'paid back on Thursday').expect(200);
    const [other]: { id: number; checkout: string }[] = await shop.database.query(
      `SELECT o.id, c.ref AS checkout FROM orders o JOIN checkouts c ON c.id = o.checkout_id
        WHERE o.id <> $1 AND c.id = (SELECT checkout_id FROM orders WHERE id = $1)`,
      [orderId],
    );
    // What was paid another way is no difference.
    const later = new Date(Date.now() + 20 * 60_000);
    const compared = await reconcileMoney(shop.database, shop.app.get(StripeProvider), later);
    expect(compared?.differences.filter((one) => one.paymentRef === payment)).toEqual([]);
    await refundInDashboard(shop, other?.checkout ?? '', cents);
    await expectSettled(shop);
    const listed = await ofOrder(orderId);
    expect(listed.body).toMatchObject([{ id, state: 'done', reference: expect.stringMatching(/^re_/) }]);
    const [order] = await shop.database.query('SELECT status, refunded_cents FROM orders WHERE id = $1', [
      other?.id,
    ]);
    expect(order).toEqual({ status: 'pending', refunded_cents: 0 });
    const alerts: { detail: string }[] = await shop.database.query(
      `SELECT data->>'detail' AS detail FROM outbox_events
        WHERE type = 'alert.raised' AND data->>'title' = 'Refund marked as done was told of'`,
    );
    expect(alerts).toMatchObject([{ detail: expect.stringContaining(`is taken for refund ${id},`) }]);
  });

  it('is no answer to other money once the provider told of it by its reference (OWN-681)', async () => {
    const id = await refunds.requestRefused();
    const { order_id: orderId, amount_cents: cents } = await refunds.readRow(id);
    const [other]: { id: number; checkout: string }[] = await shop.database.query(
      `SELECT o.id, c.ref AS checkout FROM orders o JOIN checkouts c ON c.id = o.checkout_id
        WHERE o.id <> $1 AND c.id = (SELECT checkout_id FROM orders WHERE id = $1)`,
      [orderId],
    );
    const checkout = other?.checkout ?? '';
    holdMessages(shop);
    await refundInDashboard(shop, checkout, cents);
    const [made] = await listStripeRefunds(shop, checkout);
    await done(id, made?.id).expect(200);
    await releaseMessages(shop);
    await expectSettled(shop);
    // Of the same amount, and for the other order.
    await refundInDashboard(shop, checkout, cents);
    await expectSettled(shop);
    expect((await ofOrder(orderId)).body).toMatchObject([{ id, state: 'done', reference: made?.id }]);
    const [order] = await shop.database.query('SELECT status FROM orders WHERE id = $1', [other?.id]);
    expect(order).toEqual({ status: 'cancelled' });
  });

  it('waits for whoever changes its payment, and holds no row meanwhile (OWN-109)', async () => {
    const id = await refunds.requestRefused();
    const [other, third] = [shop.database.createQueryRunner(), shop.database.createQueryRunner()];
    await other.startTransaction();
    const [held]: { id: number }[] = await other.query(
      'SELECT p.id FROM payments p JOIN refunds r ON r.payment_id = p.id WHERE r.id = $1 FOR NO KEY UPDATE OF p',
      [id],
    );
    const said = done(id).then(({ status }) => status);
    await until(
      () => countLockWaits(shop, 'payments'),
      (waiting) => waiting === 1,
    );
    // What a message of the provider's takes next: orders, then refunds.
    await third.query(
      'SELECT 1 FROM orders o JOIN refunds r ON r.order_id = o.id WHERE r.payment_id = $1 FOR UPDATE NOWAIT',
      [held?.id],
    );
    await other.commitTransaction();
    await Promise.all([other.release(), third.release()]);
    expect(await said).toBe(200);
  });

  it('of money that was paid twice is told with the orders of its purchase (OWN-491)', async () => {
    const bought = async () => buy(await shop.signIn(), onePieceOf(await shop.addProduct({})));
    const [{ checkout, orders }, other] = [await bought(), await bought()];
    const again = await openForeignSession(shop, checkout, 1999);
    const stranded = await whileRefundsRefused(shop, async () => {
      await actOnPayPage(again.url ?? '', 'pay');
      await awaitMessages(shop);
      await shop.app.get(RefundSender).sendDueRefunds();
      const [row] = (await ofOrder(orders[0] ?? 0)).body;
      await refunds.waitForState(row.id, 'manual');
      return row;
    });
    const version = async () =>
      (await shop.database.query('SELECT version FROM orders WHERE id = $1', orders))[0];
    const before = await version();
    // The refund belongs to no other purchase.
    expect((await ofOrder(other.orders[0] ?? 0)).body).toEqual([]);
    await done(stranded.id).expect(200);
    expect(await version()).toEqual({ version: before.version + 1 });
  });

  it('is said by admins only', async () => {
    const id = await refunds.requestRefused();
    const { order_id: orderId } = await refunds.readRow(id);
    const buyer = await shop.signIn();
    await done(id, 're_mine', buyer).expect(403);
    await buyer.agent.get(`/api/admin/orders/${orderId}/refunds`).expect(403);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'manual' });
  });
});
