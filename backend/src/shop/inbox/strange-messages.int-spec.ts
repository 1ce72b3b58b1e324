import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readBalances, actOnPayPage, place, waitForState, readCheckout } from '../../../test/buying.js';
import { countLockWaits } from '../../../test/lock-waits.js';
import {
  listEvents,
  postSignedEvent,
  holdMessages,
  openForeignSession,
  releaseMessages,
  findSession,
  steerStripe,
} from '../../../test/stripe.js';
import { expectSettled, awaitMessages } from '../../../test/expect-settled.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import { until } from '../../../test/until.js';
import { runJob } from '../../../test/jobs.js';
import { Transactions } from '../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { ProviderMessages } from './provider-messages.js';
import { PaymentLifecycle } from '../checkout/session/payment-lifecycle.js';
import { PaymentProviderRegistry } from '../payments/payment-provider-registry.js';
import { StripeProvider } from '../payments/stripe/stripe-provider.js';
import { ApplyDispute } from '../disputes/apply-dispute.js';
import { LoseByRefund } from '../disputes/lose-by-refund.js';
import { RecordFraudWarning } from '../disputes/fraud-warnings.js';
import { BookProviderRefund } from '../refunds/book-provider-refund.js';
import { HandleMessage } from './handle-message.js';
import { ProviderInbox } from './provider-inbox.js';

jest.setTimeout(30_000);

describe('strange messages of the card provider', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startMoneyShop();
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const buy = async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ stock: 3 });
    return { buyer, id, ...(await place(buyer, [{ id, quantity: 1 }])) };
  };
  const message = (id: string, type: string, object: object) =>
    postSignedEvent(shop, { id, livemode: false, type: `checkout.session.${type}`, data: { object } });

  it.each([
    ['amount', { amount_total: 1 }],
    ['currency', { currency: 'eur' }],
  ])('strands another %s of its own session, and lets the goods go', async (what, wrong) => {
    const { buyer, id, checkout } = await buy();
    const session = await findSession(shop, checkout);
    const paid = { ...session, status: 'complete', payment_status: 'paid', payment_intent: `pi_${checkout}` };
    await message(`evt_${what}`, 'completed', { ...paid, ...wrong });
    await waitForState(buyer, checkout, 'failed');
    expect(await readBalances(shop, `stock:${id}`, `held:${id}`)).toEqual([3, 0]);
    const payments = await shop.database.query(
      `SELECT p.state, p.amount_cents, p.currency FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
      [checkout],
    );
    expect(payments).toMatchObject([{ state: 'stranded' }]);
    await steerStripe(shop, `sessions/${session.id}/expire`);
  });

  it.each([[{}], [{ checkout: 'B'.repeat(22) }]])(
    'gives nothing for a payment link whose buyer named the checkout as its reference, with metadata %j (OWN-80)',
    async (metadata) => {
      const { buyer, id, url, checkout } = await buy();
      const link = await openForeignSession(shop, checkout, 1999, metadata);
      await actOnPayPage(link.url ?? '', 'pay');
      await awaitMessages(shop);
      expect(await readCheckout(buyer, checkout)).toMatchObject({ state: 'open', orders: [] });
      expect(await readBalances(shop, `held:${id}`)).toEqual([1]);
      const known: object[] = await shop.database.query(
        'SELECT p.id FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1',
        [checkout],
      );
      expect(known).toEqual([]);
      await actOnPayPage(url, 'pay');
      await waitForState(buyer, checkout, 'paid');
    },
  );

  it('takes the money of a session that says paid, though its message says that paying failed', async () => {
    const { buyer, checkout } = await buy();
    const session = await findSession(shop, checkout);
    const paid = { status: 'complete', payment_status: 'paid', payment_intent: `pi_${checkout}` };
    await message('evt_failed_but_paid', 'async_payment_failed', { ...session, ...paid });
    expect((await waitForState(buyer, checkout, 'paid')).orders).toHaveLength(1);
    await steerStripe(shop, `sessions/${session.id}/expire`);
  });

  it('alerts of money for an unknown checkout, and of no other strange message', async () => {
    const unknown = {
      id: 'cs_x',
      status: 'complete',
      payment_status: 'paid',
      amount_total: 5,
      currency: 'usd',
    };
    const ref = 'A'.repeat(22);
    await message('evt_unknown', 'completed', {
      ...unknown,
      client_reference_id: ref,
      metadata: { checkout: ref },
    });
    await message('evt_foreign', 'completed', { ...unknown, client_reference_id: null });
    await postSignedEvent(shop, {
      id: 'evt_live',
      livemode: true,
      type: 'checkout.session.completed',
      data: { object: unknown },
    });
    await postSignedEvent(shop, {
      id: 'evt_type',
      livemode: false,
      type: 'customer.created',
      data: { object: {} },
    });
    await awaitMessages(shop);
    const results: { event_id: string; result: string }[] = await shop.database.query(
      `SELECT event_id, result FROM provider_messages WHERE event_id IN ('evt_unknown', 'evt_foreign', 'evt_live', 'evt_type') ORDER BY id`,
    );
    expect(results.map((row) => row.result)).toEqual([
      'unknown checkout',
      'not ours',
      'other mode',
      'ignored',
    ]);
    const alerts = await shop.database.query(
      `SELECT data->>'detail' AS detail FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE '%AAAAAA%'`,
    );
    expect(alerts).toHaveLength(1);
  });

  it.each(['sk_live_spec', 'rk_live_spec'])(
    'gives nothing for a test card to a shop whose key is %s (OWN-80)',
    async (secretKey) => {
      const { app } = shop;
      const settings = app.get<Settings>(SETTINGS);
      const liveSettings = { ...settings, stripe: { ...settings.stripe, secretKey } };
      const providers = new PaymentProviderRegistry([new StripeProvider(liveSettings)], liveSettings);
      const transactions = app.get(Transactions);
      const handle = new HandleMessage(
        providers,
        app.get(PaymentLifecycle),
        transactions,
        app.get(BookProviderRefund),
        app.get(ApplyDispute),
        app.get(LoseByRefund),
        app.get(RecordFraudWarning),
      );
      const live = new ProviderInbox(app.get(ProviderMessages), handle, transactions, providers);
      holdMessages(shop);
      const { buyer, url, checkout } = await buy();
      await actOnPayPage(url, 'pay');
      const [event] = await listEvents(shop, checkout, 'checkout.session.completed');
      if (!event) throw new Error('the provider has no message');
      const resultOf = async (livemode: boolean): Promise<unknown> => {
        const id = `evt_${checkout}_${livemode}`;
        await live.receiveMessage('stripe', { id, type: event.type, payload: { ...event, id, livemode } });
        await awaitMessages(shop);
        const [row]: { result: string }[] = await shop.database.query(
          'SELECT result FROM provider_messages WHERE event_id = $1',
          [id],
        );
        return row?.result;
      };
      expect(await resultOf(false)).toBe('other mode');
      expect(await resultOf(true)).toBe('applied');
      await waitForState(buyer, checkout, 'paid');
      await releaseMessages(shop);
    },
  );

  it('works a message off after it failed for days', async () => {
    holdMessages(shop);
    const { buyer, url, checkout } = await buy();
    await actOnPayPage(url, 'pay');
    await shop.database.query(
      `INSERT INTO provider_messages (provider, event_id, type, payload, attempts, next_try_at)
       VALUES ('stripe', 'evt_days', 'checkout.session.expired', '{"livemode": false, "data": {}}', 2000, now())`,
    );
    await releaseMessages(shop);
    expect(await waitForState(buyer, checkout, 'paid')).toMatchObject({ total: '19.99' });
    await shop.database.query(`DELETE FROM provider_messages WHERE event_id = 'evt_days'`);
  });

  it('alerts once, at the sixth try, of a message that keeps failing (OWN-96)', async () => {
    const alertsNow = (): Promise<object[]> =>
      shop.database.query(
        `SELECT 1 FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE '%evt_broken%'`,
      );
    await shop.database.query(
      `INSERT INTO provider_messages (provider, event_id, type, payload, attempts, next_try_at)
       VALUES ('stripe', 'evt_broken', 'checkout.session.expired', '{"livemode": false, "data": {}}', 1, now() + interval '1 hour')`,
    );
    const tryAs = async (tries: number): Promise<void> => {
      await shop.database.query(
        `UPDATE provider_messages SET attempts = $1, next_try_at = now() WHERE event_id = 'evt_broken'`,
        [tries - 1],
      );
      await runJob(shop.app, 'provider-inbox');
    };
    await tryAs(5);
    expect(await alertsNow()).toEqual([]);
    await tryAs(6);
    await until(alertsNow, (alerts) => alerts.length > 0);
    for (const tries of [7, 12, 60]) await tryAs(tries);
    expect(await alertsNow()).toHaveLength(1);
    await shop.database.query(`DELETE FROM provider_messages WHERE event_id = 'evt_broken'`);
  });

  it('does not try a message anew that it still has in hand, however long that takes (OWN-78)', async () => {
    const { buyer, url, checkout } = await buy();
    const stored = async (): Promise<{ attempts: number }[]> =>
      shop.database.query(
        'SELECT attempts FROM provider_messages WHERE processed_at IS NULL AND payload::text LIKE $1',
        [`%${checkout}%`],
      );
    await shop.database.transaction(async (other) => {
      await other.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [buyer.userId]);
      await actOnPayPage(url, 'pay');
      await until(
        () => countLockWaits(shop),
        (locks) => locks > 0,
      );
      await shop.database.query('UPDATE provider_messages SET next_try_at = now()');
      await shop.app.get(ProviderInbox).processWaitingMessages();
      expect(await stored()).toEqual([{ attempts: 1 }]);
    });
    await waitForState(buyer, checkout, 'paid');
  });
});
