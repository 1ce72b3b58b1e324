import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { onPayPage, place, reaches } from '../../../../test/buying.js';
import {
  expectSettled,
  forge,
  messagesHandled,
  providerState,
  refundsSent,
  steer,
} from '../../../../test/provider.js';
import { startShop, type Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { until } from '../../../../test/until.js';
import { SendRefund } from './send-refund.js';
import { RefundSender } from './refund-sender.js';

const REFUNDS = 'POST /v1/refunds';

jest.setTimeout(40_000);

describe('sending refunds', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop();
    admin = await shop.signIn({ admin: true });
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  /** Buys two lines, cancels one, so that sending twice would be possible at the provider, and tries to send it. */
  const cancelOneOfTwo = async (): Promise<number> => {
    const buyer = await shop.signIn();
    const ids = [await shop.addProduct({}), await shop.addProduct({})];
    const { url, checkout } = await place(
      buyer,
      ids.map((id) => ({ id, quantity: 1 })),
    );
    await onPayPage(url, 'pay');
    const { orders } = await reaches(buyer, checkout, 'paid');
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
    const rows: { id: number }[] = await shop.database.query('SELECT id FROM refunds WHERE order_id = $1', [
      orders[0],
    ]);
    await shop.app.get(RefundSender).sendDue();
    return rows[0]?.id ?? 0;
  };
  const row = async (id: number): Promise<{ state: string; attempts: number }> => {
    const rows: { state: string; attempts: number }[] = await shop.database.query(
      'SELECT state, attempts FROM refunds WHERE id = $1',
      [id],
    );
    return rows[0] ?? { state: 'none', attempts: 0 };
  };
  const triedTimes = (id: number, n: number) =>
    until(
      () => row(id),
      ({ attempts }) => attempts >= n,
    );
  const sentOf = async (id: number) =>
    Object.values((await providerState(shop)).refunds).filter(
      (sent) => sent.metadata?.['refund'] === String(id),
    );
  const alertsOf = async (id: number): Promise<string[]> => {
    const rows: { title: string }[] = await shop.database.query(
      `SELECT data->>'title' AS title FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE $1 ORDER BY id`,
      [`Refund ${id} %`],
    );
    return rows.map(({ title }) => title);
  };

  it('is done once although the answer is lost and the provider forgot the key (OWN-97)', async () => {
    shop.peers.faults.arm({ faultPoint: 'stripe.api', match: REFUNDS, fault: { kind: 'cut' }, times: 2 });
    const id = await cancelOneOfTwo();
    await triedTimes(id, 1);
    await until(
      () => sentOf(id),
      (sent) => sent.length === 1,
    );
    await until(
      () => alertsOf(id),
      (alerts) => alerts.length === 1,
    );
    await steer(shop, 'keys/forget');
    await refundsSent(shop);
    expect(await sentOf(id)).toHaveLength(1);
    expect(await alertsOf(id)).toEqual(['Refund delayed']);
  });

  it('becomes manual, once, when the provider refuses it (OWN-98)', async () => {
    const body = { error: { type: 'invalid_request_error', message: 'no' } };
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: REFUNDS,
      fault: { kind: 'fail', status: 400, body },
    });
    const id = await cancelOneOfTwo();
    await until(
      () => row(id),
      ({ state }) => state === 'manual',
    );
    expect(await alertsOf(id)).toEqual(['Manual refund needed']);
    expect(await sentOf(id)).toEqual([]);
  });

  it.each(['failed', 'canceled'])(
    'becomes manual when the provider takes it and says that it is %s (OWN-98, OWN-290)',
    async (status) => {
      const body = { id: 're_refused', object: 'refund', status };
      shop.peers.faults.arm({
        faultPoint: 'stripe.api',
        match: REFUNDS,
        fault: { kind: 'fail', status: 200, body },
      });
      const id = await cancelOneOfTwo();
      await until(
        () => row(id),
        ({ state }) => state !== 'requested',
      );
      expect(await row(id)).toMatchObject({ state: 'manual' });
      expect(await alertsOf(id)).toEqual(['Manual refund needed']);
    },
  );

  it.each(['failed', 'canceled'])(
    'becomes manual when a retry finds it %s at the provider (OWN-97, OWN-98)',
    async (status) => {
      shop.peers.faults.arm({
        faultPoint: 'stripe.api',
        match: REFUNDS,
        fault: { kind: 'fail', status: 503 },
        times: 50,
      });
      const id = await cancelOneOfTwo();
      await triedTimes(id, 1);
      const known = { id: `re_known_${id}`, object: 'refund', status, metadata: { refund: String(id) } };
      const body = { object: 'list', url: '/v1/refunds', has_more: false, data: [known] };
      shop.peers.faults.arm({
        faultPoint: 'stripe.api',
        match: 'GET /v1/refunds',
        fault: { kind: 'fail', status: 200, body },
      });
      await shop.database.query('UPDATE refunds SET next_try_at = now() WHERE id = $1', [id]);
      await refundsSent(shop);
      expect(await row(id)).toMatchObject({ state: 'manual' });
      expect(await alertsOf(id)).toContain('Manual refund needed');
      expect(await sentOf(id)).toEqual([]);
    },
  );

  it('becomes manual, once, when the bank sends it back days later (OWN-290)', async () => {
    const id = await cancelOneOfTwo();
    await refundsSent(shop);
    expect(await row(id)).toMatchObject({ state: 'done' });
    const [refund] = await sentOf(id);
    const message = (name: string, type: string, livemode = false) => ({
      id: `evt_${name}_${id}`,
      object: 'event',
      type,
      livemode,
      data: { object: { ...refund, status: 'failed' } },
    });
    const receive = async (event: object) => {
      expect(await forge(shop, event)).toBe(200);
      await messagesHandled(shop);
    };
    await receive(message('live', 'refund.failed', true));
    await receive(message('created', 'refund.created'));
    expect(await row(id)).toMatchObject({ state: 'done' });
    const elsewhere = { ...refund, payment_intent: 'pi_of_another_shop' };
    await receive({ ...message('elsewhere', 'refund.failed'), data: { object: elsewhere } });
    expect(await row(id)).toMatchObject({ state: 'done' });
    await receive(message('first', 'refund.failed'));
    await receive(message('again', 'refund.failed'));
    expect(await row(id)).toMatchObject({ state: 'manual' });
    expect(await alertsOf(id)).toEqual(['Manual refund needed']);
    await receive({
      ...message('foreign', 'refund.failed'),
      data: { object: { id: 're_other', metadata: {} } },
    });
  });

  it('stays manual when the bank sent it back before the provider answered (OWN-290)', async () => {
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: REFUNDS,
      fault: { kind: 'fail', status: 503 },
      times: 50,
    });
    const id = await cancelOneOfTwo();
    await triedTimes(id, 1);
    const [payment]: { amount_cents: number; provider_ref: string }[] = await shop.database.query(
      'SELECT r.amount_cents, p.provider_ref FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = $1',
      [id],
    );
    const returned = { id: `re_${id}`, object: 'refund', status: 'failed', metadata: { refund: String(id) } };
    await forge(shop, {
      id: `evt_early_${id}`,
      object: 'event',
      type: 'refund.failed',
      livemode: false,
      data: { object: { ...returned, payment_intent: payment?.provider_ref } },
    });
    await until(
      () => row(id),
      ({ state }) => state === 'manual',
    );
    shop.peers.faults.clear();
    const late = { id, attempts: 2, provider: 'stripe', amount_cents: 0, provider_ref: '', ...payment };
    await shop.app.get(SendRefund).execute(late);
    expect(await sentOf(id)).toHaveLength(1);
    expect(await row(id)).toMatchObject({ state: 'manual' });
  });

  it.each([409, 429, 500, 503])(
    'is tried again after a %d, and staff are alerted once (OWN-98)',
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
      const id = await cancelOneOfTwo();
      await until(
        () => alertsOf(id),
        (alerts) => alerts.length === 1,
      );
      shop.peers.faults.clear();
      // A 500 is replayed under its key until the provider forgets it, a day later.
      await steer(shop, 'keys/forget');
      await refundsSent(shop);
      expect(await row(id)).toMatchObject({ state: 'done' });
      expect(await sentOf(id)).toHaveLength(1);
      expect(await alertsOf(id)).toEqual(['Refund delayed']);
    },
  );

  it('goes on for others when one has failed for days', async () => {
    shop.peers.faults.arm({
      faultPoint: 'stripe.api',
      match: REFUNDS,
      fault: { kind: 'fail', status: 503 },
      times: 50,
    });
    const old = await cancelOneOfTwo();
    // Told of: the first try is over.
    await until(
      () => alertsOf(old),
      (alerts) => alerts.length === 1,
    );
    await shop.database.query(
      `UPDATE refunds SET attempts = 2000, next_try_at = now() - interval '1 second' WHERE id = $1`,
      [old],
    );
    shop.peers.faults.clear();
    const young = await cancelOneOfTwo();
    await shop.app.get(RefundSender).sendDue();
    await refundsSent(shop);
    expect([await row(old), await row(young)]).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  });
});
