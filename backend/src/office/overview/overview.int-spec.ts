import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parseDecimalToCents, type OverviewAnswer, type OverviewPeriod } from '@pax/contracts';
import fc from 'fast-check';
import { buy, onePieceOf, waitForState } from '../../../test/buying.js';
import { CRYPTO_SHOP } from '../../../test/crypto-shop.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { awaitMessages, awaitRefunds } from '../../../test/expect-settled.js';
import { runJob } from '../../../test/jobs.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import { anyOrderPlan, buildOrder, undoOrder } from '../../../test/refund-plans.js';
import { refundRuns } from '../../../test/settings.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { actAtStripe, findDispute, steerStripe } from '../../../test/stripe.js';
import { Order } from '../../shop/orders/order.entity.js';
import { refundedSoFar } from '../../shop/orders/refund-share.js';
import { CountFigures } from './count-figures.js';

jest.setTimeout(180_000);
const STAFF_ID = '427196530852986882';
const RUNS = 6;

/** Sums over the whole ledger, all payments and all orders. */
const TRUTH = `
  SELECT (SELECT sum(amount_cents) FROM payments WHERE state = 'settled')::int AS paid,
         (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE state = 'stranded')::int AS stranded,
         ((SELECT sum(r.amount_cents) FROM refunds r JOIN payments p ON p.id = payment_id WHERE p.state = 'settled')
           + (SELECT coalesce(sum(amount_cents), 0) FROM unbooked_refunds))::int AS refunded,
         (SELECT count(*) FROM orders JOIN checkouts c ON c.id = checkout_id WHERE c.paid_at IS NOT NULL AND payment_status <> 'refunded')::int AS orders,
         (SELECT count(DISTINCT user_id) FROM checkouts WHERE paid_at IS NOT NULL AND state <> 'refunded')::int AS buyers,
         (SELECT count(*) FROM checkouts)::int AS placed,
         (SELECT count(*) FROM checkouts WHERE paid_at IS NOT NULL)::int AS purchases,
         (SELECT count(*) FROM disputes)::int AS disputes,
         (SELECT count(*) FROM disputes WHERE state = 'lost')::int AS lost,
         (SELECT count(*) FROM orders WHERE completed_at IS NOT NULL)::int AS delivered,
         (SELECT -sum(delta) FROM ledger_lines WHERE account LIKE 'credit%' AND idempotency_key LIKE 'sell:%')::int AS credit,
         (SELECT -sum(delta) FROM ledger_lines WHERE account LIKE 'bonus%' AND idempotency_key LIKE 'sell:%')::int AS bonus,
         (SELECT sum(credit_cents) FROM orders)::int AS "creditOfOrders",
         (SELECT sum(balance) FROM ledger_balances WHERE account IN ('coins', 'coins-held'))::int AS coins`;

describe('the overview of a shop with money (OWN-1550)', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let admin: SignedIn;
  let staff: SignedIn;
  beforeAll(async () => {
    await peer.listen();
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    shop = await startMoneyShop({
      ...CRYPTO_SHOP,
      PAYMENT_METHODS: 'card,wallet,crypto',
      ...peer.settings(),
    });
    admin = await shop.signIn({ admin: true });
    staff = await shop.signIn({ discordId: STAFF_ID });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const read = async (period: OverviewPeriod = '7d', by = admin): Promise<OverviewAnswer> => {
    await runJob(shop.app, 'count-figures');
    return (await by.agent.get(`/api/admin/overview?period=${period}`).expect(200)).body;
  };
  const readTruth = async (): Promise<Record<string, number>> => {
    const [row]: Record<string, number>[] = await shop.database.query(TRUTH);
    const back = (await shop.database.manager.find(Order)).map(refundedSoFar);
    const sumOf = (name: 'storeCredit' | 'bonus') => back.reduce((sum, order) => sum + order[name], 0);
    return { ...row, creditBack: sumOf('storeCredit'), bonusBack: sumOf('bonus') };
  };
  const grant = (...rights: string[]) =>
    admin.agent.put(`/api/admin/role-rights/${PEER_STAFF_ROLE}`).send({ rights }).expect(200);

  /** The figures that the truth names. */
  function figuresOf({ money, orders, buyers, delivery, pool }: OverviewAnswer): Record<string, number> {
    if (!money) throw new Error('there is no money in the overview');
    const cents = ({ now }: { now: string }): number => parseDecimalToCents(now);
    return {
      paid: cents(money.paid.cash),
      stranded: cents(money.stranded.cash),
      refunded: cents(money.refunded.cash),
      orders: orders.now,
      buyers: buyers.new.now + buyers.returning.now,
      placed: money.checkouts.placed.now,
      purchases: money.checkouts.paid.now,
      disputes: money.disputes.opened.now,
      lost: money.disputes.lost.now,
      delivered: delivery.delivered.now,
      credit: cents(money.paid.credit),
      bonus: cents(money.paid.bonus),
      creditBack: cents(money.refunded.credit),
      bonusBack: cents(money.refunded.bonus),
      coins: pool?.onHand ?? -1,
    };
  }
  const expectTruth = async (): Promise<OverviewAnswer> => {
    const [{ creditOfOrders, ...truth }, answer] = [await readTruth(), await read()];
    expect(figuresOf(answer)).toEqual(truth);
    expect(creditOfOrders).toBe(truth['credit']);
    expect(answer.money?.revenue.now).toBe(
      ((Number(truth['paid']) - Number(truth['refunded'])) / 100).toFixed(2),
    );
    return answer;
  };

  it('agrees with the ledger after purchases, refunds and disputes at random', async () => {
    const stage = { shop, admin, wallet: 'form' as const };
    const plans = fc.sample(anyOrderPlan, { numRuns: RUNS, seed: refundRuns().seed });
    for (const [index, { plan, undoing }] of plans.entries()) {
      const built = await buildOrder(stage, plan);
      if (index % 3 < 2) await undoOrder(stage, built, undoing);
      await awaitMessages(shop);
      await awaitRefunds(shop);
    }
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 2_500, stock: 5 });
    const { checkout } = await buy(buyer, onePieceOf(id));
    await actAtStripe(shop, checkout, 'dispute');
    await waitForState(buyer, checkout, 'disputed');
    await expectTruth();
    const { id: dispute } = await findDispute(shop, checkout);
    await steerStripe(shop, `disputes/${dispute}/close`, { outcome: 'lost' });
    await awaitMessages(shop);
    const { pool, goods } = await expectTruth();
    const [filled]: { coins: number }[] = await shop.database.query(
      `SELECT sum(delta)::int AS coins FROM ledger_lines WHERE account = 'coins'
          AND idempotency_key !~ '^(hold|release|sell|reverse|restock):'`,
    );
    expect(pool?.sold.now).toBe(Number(filled?.coins) - Number(pool?.onHand));
    expect(goods.find((one) => one.id === id)).toMatchObject({ pieces: { now: 1 }, worth: { now: '25.00' } });
  });

  it('shows stranded money apart, which is no revenue and no refund', async () => {
    await shop.database.query(
      `WITH came AS (
         INSERT INTO payments (checkout_id, provider, provider_ref, amount_cents, currency, state)
         SELECT min(id), 'demo', 'came twice', 777, 'usd', 'stranded' FROM checkouts RETURNING id)
       INSERT INTO refunds (payment_id, amount_cents, reason, state, done_at, provider_ref)
       SELECT id, 777, 'stranded', 'done', now(), 'went back' FROM came`,
    );
    expect((await expectTruth()).money?.stranded).toMatchObject({ count: { now: 1 }, cash: { now: '7.77' } });
  });

  it('counts foreign money without its amount, and what went back beyond the orders as refunded (OWN-1556)', async () => {
    const before = (await expectTruth()).money;
    await shop.database.query(
      `WITH came AS (
         INSERT INTO payments (checkout_id, provider, provider_ref, amount_cents, currency, state)
         SELECT min(id), 'demo', 'in pounds', 5000, 'gbp', 'stranded' FROM checkouts RETURNING id)
       INSERT INTO disputes (payment_id, provider_ref, amount_cents) SELECT id, 'in pounds', 5000 FROM came`,
    );
    await shop.database.query(
      `INSERT INTO unbooked_refunds (payment_id, provider_ref, amount_cents, made_at)
       SELECT min(id), 'twice', 123, now() FROM payments WHERE state = 'settled'`,
    );
    const { money } = await read();
    expect(money?.stranded).toEqual({ ...before?.stranded, count: { now: 2, before: 0 } });
    expect(money?.disputes.cash).toEqual(before?.disputes.cash);
    expect(money?.disputes.opened.now).toBe(Number(before?.disputes.opened.now) + 1);
    const centsOf = (value = ''): number => parseDecimalToCents(value);
    expect(centsOf(money?.refunded.cash.now)).toBe(centsOf(before?.refunded.cash.now) + 123);
    expect(centsOf(money?.revenue.now)).toBe(centsOf(before?.revenue.now) - 123);
    expect(money?.refunded.count.now).toBe(Number(before?.refunded.count.now) + 1);
    await shop.database.query(`DELETE FROM unbooked_refunds WHERE provider_ref = 'twice'`);
    await shop.database.query(`DELETE FROM disputes WHERE provider_ref = 'in pounds'`);
    await shop.database.query(`DELETE FROM payments WHERE provider_ref = 'in pounds'`);
    Reflect.set(shop.app.get(CountFigures), 'daysBack', 0);
  });

  it('counts a refund in the hour in which it was asked for, also when that is over', async () => {
    await shop.database.query(
      `UPDATE refunds SET created_at = created_at - interval '1 day' WHERE id = (SELECT min(id) FROM refunds)`,
    );
    Reflect.set(shop.app.get(CountFigures), 'daysBack', 1);
    const { series } = await expectTruth();
    expect(series.at(-2)?.revenue?.now).toMatch(/^-\d/);
  });

  it('counts everything again when its figures were emptied, and twice the same', async () => {
    const before = await read('90d');
    await shop.database.query('DELETE FROM overview_figures');
    await shop.database.query('DELETE FROM overview_progress');
    expect(await read('90d')).toEqual({ ...before, countedTo: expect.any(String) });
    const counter = shop.app.get(CountFigures);
    await Promise.all([counter.countNewFigures(), counter.countNewFigures()]);
    expect(await read('90d')).toEqual({ ...before, countedTo: expect.any(String) });
  });

  it('leaves out what a reader has no right to see (OWN-1551)', async () => {
    await grant('orders');
    const work = await read('7d', staff);
    expect(Object.keys(work)).toEqual(expect.not.arrayContaining(['money', 'pool', 'tickets']));
    expect(JSON.stringify(work)).not.toMatch(/worth|revenue|cash|"-?\d+\.\d\d"/);
    expect(work.orders.now).toBeGreaterThan(0);
    await grant('orders', 'money', 'products', 'tickets');
    expect(await read('7d', staff)).toMatchObject({ money: {}, pool: {}, tickets: {} });
    await grant('money', 'users');
    await staff.agent.get('/api/admin/overview').expect(403);
    await admin.agent.get('/api/admin/overview?period=1d').expect(400);
  });
});
