import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { formatCentsAsDecimal } from '@pax/contracts';
import { holdMessages, refundWithRowId, releaseMessages, steerStripe } from '../../../test/stripe.js';
import { expectSettled, awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { REFUNDS, RefundSteps } from '../../../test/refunds.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import { until } from '../../../test/until.js';
import { Metrics } from '../../office/operations/metrics.js';
import { Transactions } from '../../platform/database/transaction.js';
import { findRefundsDuringDispute } from './refunds-during-dispute.js';
import { Payment, Refund } from '../payments/payment.entity.js';
import { RefundSender, SendRefund } from './send-refunds.js';

jest.setTimeout(40_000);

describe('sending refunds', () => {
  let shop: Shop;
  let refunds: RefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop();
    refunds = new RefundSteps(shop, await shop.signIn({ admin: true }));
  });
  afterEach(async () => {
    await releaseMessages(shop);
    await expectSettled(shop);
  });
  afterAll(() => shop.close());

  it('is done once although the answer is lost and the provider forgot the key (OWN-97)', async () => {
    holdMessages(shop, 'refund');
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault: { kind: 'cut' }, times: 2 });
    const id = await refunds.requestAndSend();
    await refunds.waitForAttempts(id, 1);
    await until(
      () => refunds.listSent(id),
      (sent) => sent.length === 1,
    );
    await until(
      () => refunds.listAlertTitles(id),
      (alerts) => alerts.length === 1,
    );
    await steerStripe(shop, 'keys/forget');
    await awaitRefunds(shop);
    expect(await refunds.listSent(id)).toHaveLength(1);
    expect(await refunds.listAlertTitles(id)).toEqual(['Refund delayed']);
  });

  it.each([409, 429, 500, 503])(
    'is tried again after a %d, and staff are alerted once (OWN-96)',
    async (status) => {
      const body = {
        error: { type: status === 409 ? 'invalid_request_error' : 'api_error', message: 'later' },
      };
      shop.peers.faults.arm({
        faultPoint: 'stripe.api',
        match: REFUNDS,
        fault: { kind: 'fail', status, body },
        times: 2,
      });
      const id = await refunds.requestAndSend();
      await until(
        () => refunds.listAlertTitles(id),
        (alerts) => alerts.length === 1,
      );
      shop.peers.faults.clear();
      await awaitRefunds(shop);
      expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
      expect(await refunds.listSent(id)).toHaveLength(1);
      expect(await refunds.listAlertTitles(id)).toEqual(['Refund delayed']);
    },
  );

  it('goes on for others when one has failed for days', async () => {
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: REFUNDS,
      fault: { kind: 'fail', status: 503 },
      times: 50,
    });
    const old = await refunds.requestAndSend();
    // Told of: the first try is over.
    await until(
      () => refunds.listAlertTitles(old),
      (alerts) => alerts.length === 1,
    );
    // A try that failed after the UPDATE would put the next one off for minutes.
    shop.peers.faults.clear();
    await shop.database.query(
      `UPDATE refunds SET attempts = 2000, next_try_at = now() - interval '1 second' WHERE id = $1`,
      [old],
    );
    const young = await refunds.requestAndSend();
    await shop.app.get(RefundSender).sendDueRefunds();
    await awaitRefunds(shop);
    expect([await refunds.readRow(old), await refunds.readRow(young)]).toMatchObject([
      { state: 'done' },
      { state: 'done' },
    ]);
  });

  it('is sent at the next try after a 500, once, though its key replays the 500 for a day (OWN-97)', async () => {
    const fault = { kind: 'fail', status: 500 } as const;
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault });
    const id = await refunds.requestAndSend();
    await awaitRefunds(shop);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done', attempts: 2 });
    expect(await refunds.listSent(id)).toHaveLength(1);
  });

  it('keeps its key when an answer is lost after a 500, so that it is sent once (OWN-97)', async () => {
    holdMessages(shop, 'refund');
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault: { kind: 'fail', status: 500 } });
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault: { kind: 'cut' }, times: 2 });
    // The refund that was accepted is not listed yet at the next try: its key alone keeps it from being sent again.
    const body = { object: 'list', url: '/v1/refunds', has_more: false, data: [] };
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: 'GET /v1/refunds',
      fault: { kind: 'fail', status: 200, body },
      times: 10,
    });
    const id = await refunds.requestAndSend();
    await awaitRefunds(shop);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done', attempts: 3 });
    expect(await refunds.listSent(id)).toHaveLength(1);
  });

  it('lets another worker send what is due while one waits for the provider (OWN-97)', async () => {
    const slow = await refunds.requestForLater();
    const other = await refunds.requestForLater();
    await refunds.setDue(slow, '58 minutes');
    const { attempts } = await refunds.readRow(slow);
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault: { kind: 'slow', ms: 3_000 } });
    const waiting = refunds.laterSender().sendDueRefunds();
    await refunds.waitForAttempts(slow, attempts + 1);
    await refunds.laterSender().sendDueRefunds();
    expect([await refunds.readRow(other), await refunds.readRow(slow)]).toMatchObject([
      { state: 'done' },
      { state: 'requested' },
    ]);
    await waiting;
  });

  it('lets another provider’s refunds go on while one is silent (OWN-97)', async () => {
    const slow = await refunds.requestForLater();
    const other = await refunds.requestForLater();
    // Of a provider that has no refund call: it is left to people.
    const { payment_ref: paymentRef } = await refunds.readRow(other);
    await shop.database.query(`UPDATE payments SET provider = 'paypal' WHERE provider_ref = $1`, [
      paymentRef,
    ]);
    await refunds.setDue(slow, '58 minutes');
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault: { kind: 'slow', ms: 3_000 } });
    const waiting = refunds.laterSender().sendDueRefunds();
    await refunds.waitForState(other, 'manual');
    expect((await refunds.readRow(slow)).state).toBe('requested');
    await waiting;
    expect((await refunds.readRow(slow)).state).toBe('done');
    await shop.database.query(`UPDATE payments SET provider = 'stripe' WHERE provider_ref = $1`, [
      paymentRef,
    ]);
  });

  it('asks for the refund first when its turn is over, so that it is sent once (OWN-97)', async () => {
    const id = await refunds.requestAndSend();
    await awaitRefunds(shop);
    await steerStripe(shop, 'keys/forget');
    await shop.app.get(SendRefund).execute(await refunds.staleClaim(id));
    expect(await refunds.listSent(id)).toHaveLength(1);
  });

  it('is made by hand where the provider has another amount under its number, as after a restore (OWN-816)', async () => {
    const id = await refunds.requestForLater();
    const { payment_ref: payment, amount_cents: cents } = await refunds.readRow(id);
    await refundWithRowId(shop, payment, 7, id);
    await shop.database.query('UPDATE refunds SET attempts = 1 WHERE id = $1', [id]);
    await awaitMessages(shop);
    await refunds.setDue(id, '0 s');
    await awaitRefunds(shop);
    const rows: object[] = await shop.database.query(
      `SELECT r.amount_cents, r.state FROM refunds r JOIN payments p ON p.id = r.payment_id
        WHERE p.provider_ref = $1 ORDER BY r.id`,
      [payment],
    );
    expect(rows).toEqual([
      { amount_cents: cents, state: 'manual' },
      { amount_cents: 7, state: 'done' },
    ]);
    expect(await refunds.listAlertTitles(id)).toContain('Manual refund needed');
  });

  it('is searched for before a first try that comes late, as after a restore, and sent once (OWN-816)', async () => {
    const id = await refunds.requestForLater();
    const { payment_ref: payment, amount_cents: cents } = await refunds.readRow(id);
    holdMessages(shop, 'refund');
    await refundWithRowId(shop, payment, cents, id);
    await shop.database.query(
      `UPDATE refunds SET attempts = 0, created_at = now() - interval '2 hours', next_try_at = now() WHERE id = $1`,
      [id],
    );
    await awaitRefunds(shop);
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done', attempts: 1 });
    expect(await refunds.listSent(id)).toHaveLength(1);
  });

  it.each([
    [59.5, 0],
    [60.5, 1],
  ])(
    'is searched for before a first try that comes %d minutes after its request so often: %i (OWN-816)',
    async (minutes, times) => {
      const id = await refunds.requestForLater();
      const search = { faultPoint: 'stripe.api', match: 'GET /v1/refunds', times: 9 } as const;
      const { faults } = shop.peers;
      const { id: armed } = faults.arm({ ...search, fault: { kind: 'slow', ms: 0 } });
      const created_at = new Date(Date.now() - minutes * 60_000);
      const next_try_at = new Date(Date.now() + 60_000);
      await shop.app.get(SendRefund).execute({ ...(await refunds.staleClaim(id)), created_at, next_try_at });
      expect(9 - (faults.list().find((one) => one.id === armed)?.left ?? 0)).toBe(times);
      faults.clear();
      expect(await refunds.readRow(id)).toMatchObject({ state: 'done' });
    },
  );

  it.each([
    [9.95, 'the provider', true],
    [10.05, 'the provider', false],
    [0.05, 'the shop', false],
    [-0.05, 'the shop', true],
    [9.95, 'hand', false],
  ])('made %d minutes after a dispute’s end by %s counts as part of it: %p', async (minutes, by, counts) => {
    const id = await refunds.requestAndSend();
    await awaitRefunds(shop);
    await shop.database.query('UPDATE refunds SET by_hand = $2, attempts = $3 WHERE id = $1', [
      id,
      by === 'hand',
      by === 'the shop' ? 1 : 0,
    ]);
    const { cents } = await shop.app.get(Transactions).run(async (tx) => {
      const { paymentId, doneAt } = await tx.findOneByOrFail(Refund, { id });
      const before = (ms: number) => new Date((doneAt?.getTime() ?? 0) - ms);
      const times = { amountCents: 1, openedAt: before(3_600_000), closedAt: before(minutes * 60_000) };
      return findRefundsDuringDispute(
        tx,
        await tx.findOneByOrFail(Payment, { id: paymentId }),
        'none',
        times,
      );
    });
    expect(cents > 0).toBe(counts);
  });

  it('raises an alert at the first try that fails, and at every tenth after it (OWN-96)', async () => {
    const id = await refunds.requestForLater();
    const fault = { kind: 'fail', status: 429 } as const;
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: '/v1/refunds', fault, times: 1_000 });
    const alerted: number[] = [];
    for (const attempts of [1, 2, 10, 11, 12, 21]) {
      const before = (await refunds.listAlertTitles(id)).length;
      await shop.app.get(SendRefund).execute({ ...(await refunds.staleClaim(id)), attempts });
      if ((await refunds.listAlertTitles(id)).length > before) alerted.push(attempts);
    }
    expect(alerted).toEqual([1, 11, 21]);
    shop.peers.faults.clear();
    await refunds.setDue(id, '0 s');
    await awaitRefunds(shop);
  });

  it('is named with amount, order and payment by log and alert when it is delayed (OWN-96)', async () => {
    const id = await refunds.requestForLater();
    const { amount_cents: cents, order_id: order, payment_ref: payment } = await refunds.readRow(id);
    const logged = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const fault = { kind: 'fail', status: 429 } as const;
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault, times: 1_000 });
    await refunds.setDue(id, '58 minutes');
    await shop.database.query('UPDATE refunds SET attempts = 10 WHERE id = $1', [id]);
    await refunds.laterSender().sendDueRefunds();
    const text = `Refund ${id} of ${formatCentsAsDecimal(cents)} USD for order ${order} (stripe, payment ${payment}) failed at try 11`;
    expect((await refunds.listAlerts(id)).at(-1)?.detail).toContain(text);
    expect(logged.mock.calls.flat()).toContainEqual(expect.stringContaining(text));
    logged.mockRestore();
    shop.peers.faults.clear();
    await refunds.setDue(id, '0 s');
    await awaitRefunds(shop);
  });

  it('is counted while it waits, with its age unless a dispute holds it up (OWN-96)', async () => {
    const read = async (name: string, state: string) => {
      const text = await shop.app.get(Metrics).readMetrics();
      return Number(new RegExp(`^pax_refunds_${name}\\{state="${state}"\\} (.+)$`, 'm').exec(text)?.[1]);
    };
    const count = async () => [await read('waiting', 'requested'), await read('waiting', 'manual')] as const;
    const [requested, manual] = await count();
    const waiting = await refunds.requestForLater();
    const refused = await refunds.requestRefused();
    expect(await count()).toEqual([requested + 1, manual + 1]);
    const age = (id: number, hours: number) =>
      shop.database.query(`UPDATE refunds SET created_at = now() - $2 * interval '1 hour' WHERE id = $1`, [
        id,
        hours,
      ]);
    await age(waiting, 100);
    await age(refused, 200);
    const hours = async (state: string) => Math.floor((await read('oldest_seconds', state)) / 3_600);
    expect([await hours('requested'), await hours('manual')]).toEqual([100, 200]);
    await shop.database.query(
      `INSERT INTO disputes (payment_id, provider_ref, amount_cents)
       SELECT payment_id, 'held', 1 FROM refunds WHERE id = $1`,
      [refused],
    );
    expect([await hours('manual'), (await count())[1]]).toEqual([0, manual + 1]);
    await shop.database.query(`DELETE FROM disputes WHERE provider_ref = 'held'`);
    await refunds.setDue(waiting, '0 s');
    await awaitRefunds(shop);
  });

  it('is no equal one of the same payment: the older, tried before, is sent after the newer (OWN-97)', async () => {
    const older = await refunds.requestForLater();
    const newer = await refunds.requestEqual(older);
    await shop.app.get(RefundSender).sendDueRefunds();
    await refunds.waitForState(newer, 'done');
    expect((await refunds.readRow(older)).state).toBe('requested');
    await refunds.setDue(older, '0 s');
    await awaitRefunds(shop);
    for (const id of [older, newer]) expect(await refunds.listSent(id)).toHaveLength(1);
    const [row] = await shop.database.query(
      'SELECT count(DISTINCT provider_ref)::int AS n FROM refunds WHERE id = ANY($1)',
      [[older, newer]],
    );
    expect(row).toEqual({ n: 2 });
  });

  it('is sent once by senders that come at once (OWN-97)', async () => {
    const id = await refunds.requestForLater();
    const { attempts } = await refunds.readRow(id);
    await refunds.setDue(id, '58 minutes');
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault: { kind: 'slow', ms: 300 } });
    await Promise.all(Array.from({ length: 6 }, () => refunds.laterSender().sendDueRefunds()));
    expect(await refunds.readRow(id)).toMatchObject({ state: 'done', attempts: attempts + 1 });
    expect(await refunds.listSent(id)).toHaveLength(1);
  });

  it('raises no alert at a late try of a refund that is done', async () => {
    const id = await refunds.requestAndSend();
    await awaitRefunds(shop);
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: '/v1/refunds',
      fault: { kind: 'fail', status: 429 },
      times: 9,
    });
    await shop.app.get(SendRefund).execute(await refunds.staleClaim(id));
    expect(await refunds.listAlertTitles(id)).toEqual([]);
  });

  it('sends nothing more when the process is shut down (OWN-236)', async () => {
    const id = await refunds.requestForLater();
    const before = await refunds.readRow(id);
    await refunds.laterSender().sendDueRefunds(AbortSignal.abort());
    expect(await refunds.readRow(id)).toEqual(before);
    await refunds.setDue(id, '0 s');
  });
});
