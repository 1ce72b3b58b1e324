import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ReconciliationAnswer } from '@pax/contracts';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { buy, onePieceOf, actOnPayPage, place, readCheckout } from '../../../test/buying.js';
import { countLockWaits } from '../../../test/lock-waits.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import {
  findDispute,
  holdMessages,
  objectId,
  actAtStripe,
  openForeignSession,
  readStripeState,
  refundInDashboard,
  releaseMessages,
  steerStripe,
} from '../../../test/stripe.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { REFUNDS, RefundSteps } from '../../../test/refunds.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { until } from '../../../test/until.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { EndCheckout } from '../checkout/settle/end-checkout.js';
import type { MoneySource } from '../payments/payment-provider.js';
import { StripeProvider } from '../payments/stripe/stripe-provider.js';
import { ReconciliationJob } from './reconciliation-job.js';
import { reconcileMoney } from './reconcile-money.js';
import { RefundSender } from '../refunds/send-refunds.js';

jest.setTimeout(60_000);

const PROGRAM = fileURLToPath(new URL('../../../dist/programs/reconcile.js', import.meta.url));
/** Later than any message may be. */
const LATER_MS = 20 * 60_000;

describe('the comparison of the provider’s money with the shop’s (OWN-496)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let buyer: SignedIn;
  let goods: number;
  beforeAll(async () => {
    shop = await startMoneyShop();
    admin = await shop.signIn({ admin: true });
    buyer = await shop.signIn();
    goods = await shop.addProduct({ priceCents: 1000, stock: 99 });
  });
  afterAll(() => shop.close());

  const reconcile = () =>
    reconcileMoney(shop.database, shop.app.get(StripeProvider), new Date(Date.now() + LATER_MS));
  /** Runs both while the row that they write is locked, so that neither writes before both have come. */
  const atOnce = async <T>(...acts: (() => Promise<T>)[]): Promise<T[]> => {
    const client = new pg.Client({ connectionString: shop.databaseUrl });
    await client.connect();
    try {
      await client.query(`BEGIN; SELECT 1 FROM reconciliations WHERE provider = 'stripe' FOR UPDATE`);
      const running = Promise.all(acts.map((act) => act()));
      await until(
        () => countLockWaits(shop, 'reconciliations'),
        (waiting) => waiting === acts.length,
      );
      await client.query('COMMIT');
      return await running;
    } finally {
      await client.end();
    }
  };
  const job = () => shop.app.get(ReconciliationJob);
  const failNextCalls = (): void => {
    const fault = { kind: 'fail', status: 500 } as const;
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: '', fault, times: 20 });
  };
  const stored = async (): Promise<ReconciliationAnswer> =>
    (await admin.agent.get('/api/admin/reconciliation').expect(200)).body;
  const alerts = async (): Promise<string[]> => {
    const rows: { detail: string }[] = await shop.database.query(
      `SELECT data->>'detail' AS detail FROM outbox_events
        WHERE type = 'alert.raised' AND data->>'title' = 'Money does not match' ORDER BY id`,
    );
    return rows.map(({ detail }) => detail);
  };
  const refundsOf = async (checkout: string): Promise<[number, string][]> => {
    const rows: { cents: number; state: string }[] = await shop.database.query(
      `SELECT r.amount_cents AS cents, r.state FROM refunds r JOIN payments p ON p.id = r.payment_id
         JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
      [checkout],
    );
    return rows.map(({ cents, state }) => [cents, state]);
  };
  const isOf = async (providerRef: string, checkout: string): Promise<boolean> => {
    const rows: unknown[] = await shop.database.query(
      'SELECT 1 FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE p.provider_ref = $1 AND c.ref = $2',
      [providerRef, checkout],
    );
    return rows.length > 0;
  };
  const command = (): Promise<{ code: number; output: string }> => {
    const {
      databaseUrl: DATABASE_URL,
      sessionSecret: SESSION_SECRET,
      stripe,
    } = shop.app.get<Settings>(SETTINGS);
    const env = {
      NODE_ENV: 'test',
      DATABASE_URL,
      SESSION_SECRET,
      STRIPE_API_URL: stripe.apiUrl,
      STRIPE_SECRET_KEY: stripe.secretKey ?? '',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret ?? '',
    };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [PROGRAM], { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
      );
    });
  };

  it('agrees after purchases, cancellations and refunds; the hourly job stores it for admins alone', async () => {
    await job().compareProviders();
    const neighbours = (await stored()).find(({ provider }) => provider === 'stripe')?.total;
    const bought = [];
    for (let n = 0; n < 3; n += 1) bought.push(...(await buy(buyer, onePieceOf(goods))).orders);
    await admin.agent.patch(`/api/admin/orders/${bought[0]}/cancel`).send({}).expect(200);
    await awaitRefunds(shop);
    await job().compareProviders();
    const [orders, check, ...more] = await stored();
    expect(more).toEqual([]);
    expect(orders).toMatchObject({ provider: 'paypal-orders', total: '0.00', differences: [] });
    // Three payments and one refund of $10.00 each, beside the neighbour's.
    const total = (Number(neighbours) + 40).toFixed(2);
    expect(check).toMatchObject({
      provider: 'stripe',
      total,
      matched: total,
      oldestUnmatchedAt: null,
      differences: [],
    });
    expect(Date.now() - Date.parse(check?.checkedAt ?? '')).toBeLessThan(30_000);
    await buyer.agent.get('/api/admin/reconciliation').expect(403);
    expect(await alerts()).toEqual([]);
    expect(await command()).toEqual({
      code: 0,
      output: `stripe: $${total} of $${total} match\ncheckouts, orders and ledger agree\n`,
    });
    await expectSettled(shop);
  });

  it('misses no payment of a checkout that one comparison has too many to ask about (OWN-496)', async () => {
    const { checkout } = await buy(await shop.signIn(), onePieceOf(goods));
    const asked: string[] = [];
    const deaf: MoneySource = {
      name: 'stripe',
      isSetUp: true,
      listMovements: async function* (_since, sessionsOf) {
        asked.push(...(await sessionsOf('card')));
        yield* [];
      },
    };
    const later = new Date(Date.now() + LATER_MS);
    const missed = async () => (await reconcileMoney(shop.database, deaf, later))?.differences;
    expect(await missed()).toContainEqual(expect.objectContaining({ checkout, fault: 'missing' }));
    await shop.database.query(
      `INSERT INTO checkouts (ref, user_id, state, method, fingerprint, quote, total_cents, game_name, discord_name,
                              consent_version, consent_at, provider_session_id)
       SELECT 'newer-' || n, user_id, 'expired', method, fingerprint, quote, total_cents, game_name, discord_name,
              consent_version, consent_at, 'newer-' || n
         FROM checkouts, generate_series(1, 2000) n WHERE ref = $1`,
      [checkout],
    );
    asked.length = 0;
    expect(await missed()).toEqual([]);
    expect(asked).toHaveLength(2000);
    await shop.database.query(`DELETE FROM checkouts WHERE ref LIKE 'newer-%'`);
  });

  it('tells of money that the shop never heard of once, until it is booked', async () => {
    holdMessages(shop);
    const { url, checkout } = await place(buyer, onePieceOf(goods));
    await actOnPayPage(url, 'pay');
    // Of another business with the same account.
    await actOnPayPage((await openForeignSession(shop, checkout, 555, {})).url ?? '', 'pay');
    const { charges } = await readStripeState(shop);
    const charge = Object.values(charges).find(({ metadata }) => metadata['checkout'] === checkout);
    const ref = objectId(charge?.payment_intent ?? null);
    const before = await alerts();
    const [one, two] = await atOnce(reconcile, reconcile);
    await reconcile();
    for (const result of [one, two])
      expect(result?.differences).toEqual([
        expect.objectContaining({
          kind: 'payment',
          fault: 'unrecorded',
          ref,
          provider: { cents: 1000, currency: 'usd' },
          shop: null,
        }),
      ]);
    // A movement of just now may still be under way: no difference, and not said to agree either (OWN-496).
    const { code, output } = await command();
    const line = /^stripe: \$[\d.]+ of \$[\d.]+ match; 1 of \$10\.00 not yet: younger than 15 minutes\n/;
    expect([code, output]).toEqual([0, expect.stringMatching(line)]);
    const [raised, ...more] = (await alerts()).slice(before.length);
    expect(raised).toContain(
      `stripe: payment ${ref}, checkout ${checkout} is not known to the shop: provider 10.00 USD, shop none`,
    );
    expect(more).toEqual([]);
    await releaseMessages(shop);
    await expectSettled(shop);
    expect((await reconcile())?.differences).toEqual([]);
    expect((await alerts()).slice(before.length)).toHaveLength(1);
  });

  it.each([
    ['is paid late, while its goods are there', 99, 'paid', 'settled'],
    ['is stranded and goes back, when they are gone', 1, 'expired', 'stranded'],
  ])('money of an ended checkout whose message never came %s (OWN-77)', async (_, stock, state, became) => {
    const id = await shop.addProduct({ priceCents: 1000, stock });
    holdMessages(shop);
    const { url, checkout } = await place(buyer, onePieceOf(id));
    await actOnPayPage(url, 'pay');
    // As where the provider had forgotten the session when it was asked.
    await shop.app.get(EndCheckout).execute(checkout, 'expired');
    if (stock === 1) await place(await shop.signIn(), onePieceOf(id));
    const before = await alerts();
    const result = await job().compareProvider(shop.app.get(StripeProvider), new Date(Date.now() + LATER_MS));
    expect(result?.differences).toEqual([]);
    expect((await readCheckout(buyer, checkout)).state).toBe(state);
    const payments = await shop.database.query(
      'SELECT p.state FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1',
      [checkout],
    );
    expect(payments).toEqual([{ state: became }]);
    await releaseMessages(shop);
    await expectSettled(shop);
    expect((await readCheckout(buyer, checkout)).state).toBe(state);
    expect((await alerts()).slice(before.length)).toEqual([]);
  });

  it.each([true, false])('books an untold refund once, its payment told: %p (OWN-99)', async (isTold) => {
    const payer = await shop.signIn();
    const { url, checkout } = await place(payer, onePieceOf(goods));
    if (!isTold) holdMessages(shop);
    await actOnPayPage(url, 'pay');
    if (isTold) await awaitMessages(shop);
    holdMessages(shop);
    await refundInDashboard(shop, checkout, 400);
    const before = await alerts();
    const later = new Date(Date.now() + LATER_MS);
    const compare = () => job().compareProvider(shop.app.get(StripeProvider), later);
    expect((await compare())?.differences).toEqual([]);
    expect((await compare())?.differences).toEqual([]);
    const refundedCents = async () => (await readCheckout(payer, checkout)).refundedCents;
    expect([await refundedCents(), await refundsOf(checkout)]).toEqual([400, [[400, 'done']]]);
    expect((await alerts()).slice(before.length)).toEqual([]);
    await releaseMessages(shop);
    await awaitMessages(shop);
    expect([await refundedCents(), await refundsOf(checkout)]).toEqual([400, [[400, 'done']]]);
    await expectSettled(shop);
  });

  it('takes a refund whose answer was lost for the shop’s own, and books it not twice (OWN-99)', async () => {
    const steps = new RefundSteps(shop, admin);
    const id = await steps.requestForLater();
    holdMessages(shop);
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault: { kind: 'cut' }, times: 2 });
    await steps.setDue(id, '-1 second');
    await shop.app.get(RefundSender).sendDueRefunds();
    await until(
      () => steps.listSent(id),
      (sent) => sent.length === 1,
    );
    await steps.setDue(id, '59 minutes');
    await job().compareProvider(shop.app.get(StripeProvider), new Date(Date.now() + LATER_MS));
    await releaseMessages(shop);
    await steps.setDue(id, '-1 second');
    await awaitRefunds(shop);
    const rows = await shop.database.query(
      'SELECT state FROM refunds WHERE payment_id = (SELECT payment_id FROM refunds WHERE id = $1)',
      [id],
    );
    expect(rows).toEqual([{ state: 'done' }]);
    await expectSettled(shop);
  });

  it('tries what can’t be booked once, so that staff hear of it once (OWN-99)', async () => {
    const { checkout } = await buy(await shop.signIn(), onePieceOf(goods));
    holdMessages(shop);
    await refundInDashboard(shop, checkout);
    const told = async (): Promise<number> =>
      (
        await shop.database.query(
          `SELECT 1 FROM outbox_events WHERE type = 'alert.raised' AND data->>'title' = 'Refund outside the shop'`,
        )
      ).length;
    const before = await told();
    const later = new Date(Date.now() + LATER_MS);
    const inEuros: MoneySource = {
      name: 'stripe',
      isSetUp: true,
      listMovements: async function* (since) {
        for await (const one of shop.app.get(StripeProvider).listMovements(since))
          yield one.kind === 'refund' && (await isOf(one.paymentRef, checkout))
            ? { ...one, currency: 'eur' }
            : one;
      },
    };
    for (let hour = 0; hour < 3; hour += 1)
      expect((await job().compareProvider(inEuros, later))?.differences).toMatchObject([
        { fault: 'unrecorded' },
      ]);
    expect((await told()) - before).toBe(1);
    await releaseMessages(shop);
    await awaitMessages(shop);
    await expectSettled(shop);
  });

  it('tells of what only the shop knows and of another amount, and the command ends with 2', async () => {
    const { checkout } = await buy(buyer, onePieceOf(goods));
    const change = (set: string) =>
      shop.database.query(
        `UPDATE payments SET ${set} WHERE checkout_id = (SELECT id FROM checkouts WHERE ref = $1)`,
        [checkout],
      );
    await change('amount_cents = 999');
    expect((await reconcile())?.differences).toMatchObject([
      { fault: 'amount', checkout, provider: { cents: 1000 }, shop: { cents: 999 } },
    ]);
    await change(
      `amount_cents = 1000, provider_ref = 'pi_of_nobody', created_at = now() - interval '1 hour'`,
    );
    const faults = (await reconcile())?.differences.map(({ fault, ref }) => [fault, ref]);
    expect(faults).toContainEqual(['missing', 'pi_of_nobody']);
    expect(faults).toContainEqual(['unrecorded', expect.stringMatching(/^pi_3/)]);
    const { code, output } = await command();
    expect(code).toBe(2);
    expect(output).toContain(`payment pi_of_nobody, checkout ${checkout} is not known to the provider`);
  });

  it('counts no payment that a bank refused', async () => {
    const { url, checkout } = await place(await shop.signIn(), onePieceOf(goods));
    await actOnPayPage(url, 'fail');
    await awaitMessages(shop);
    const told = (await reconcile())?.differences.filter((one) => one.checkout === checkout);
    expect(told).toEqual([]);
  });

  it('counts what a bank took by a lost dispute as no refund', async () => {
    const loser = await shop.signIn();
    const { checkout } = await buy(loser, onePieceOf(goods));
    await actAtStripe(shop, checkout, 'dispute');
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, {
      outcome: 'lost',
    });
    await awaitMessages(shop);
    const states = await shop.database.query('SELECT state FROM checkouts WHERE ref = $1', [checkout]);
    expect(states).toEqual([{ state: 'lost' }]);
    const missing = (await reconcile())?.differences.filter((one) => one.checkout === checkout);
    expect(missing).toEqual([]);
  });

  it('is followed by the invariants, whose breaks the command names as well (OWN-496)', async () => {
    const change = (by: number) =>
      shop.database.query('UPDATE ledger_balances SET balance = balance + $2 WHERE account = $1', [
        `stock:${goods}`,
        by,
      ]);
    await change(1);
    const { code, output } = await command();
    await change(-1);
    expect(code).toBe(2);
    expect(output).toMatch(/^[\w-]+: 1 rows, see backend\/invariants\//m);
  });

  it('compares the others while one provider does not answer, and says which did not (OWN-496)', async () => {
    const before = await stored();
    failNextCalls();
    await expect(job().compareProviders()).rejects.toThrow('Money could not be compared');
    shop.peers.faults.clear();
    const after = await stored();
    const checked = (rows: ReconciliationAnswer, name: string) =>
      rows.find(({ provider }) => provider === name)?.checkedAt ?? '';
    expect(checked(after, 'stripe')).toBe(checked(before, 'stripe'));
    expect(checked(after, 'paypal-orders') > checked(before, 'paypal-orders')).toBe(true);
  });

  it('keeps its last word while the provider does not answer', async () => {
    const before = await stored();
    failNextCalls();
    await expect(reconcile()).rejects.toThrow('Told to fail.');
    expect(await stored()).toEqual(before);
    shop.peers.faults.clear();
  });
});
