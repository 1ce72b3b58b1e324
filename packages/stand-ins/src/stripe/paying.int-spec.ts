import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lantern, refusal, startStripeRig, until, type StripeRig } from '../../test/stripe-rig.js';

let rig: StripeRig;
beforeAll(async () => {
  rig = await startStripeRig();
});
afterAll(() => rig.close());

const eventsOf = (id: string): string[] =>
  rig.received.filter((one) => 'id' in one.data.object && one.data.object.id === id).map((one) => one.type);

const idOf = (one: string | { id: string } | null): string =>
  typeof one === 'string' ? one : (one?.id ?? '');

async function act(action: string) {
  const session = await rig.stripe.checkout.sessions.create(lantern());
  const answer = await rig.post(`/stripe/pay/${session.id}`, { action });
  return { id: session.id, answer, after: await rig.stripe.checkout.sessions.retrieve(session.id) };
}

describe('the payment page', () => {
  it('shows what is bought, escaped, and the total', async () => {
    const session = await rig.stripe.checkout.sessions.create({
      ...lantern(),
      custom_text: { submit: { message: 'Reference <9y83JcWY>' } },
    });
    const shown = await (await fetch(String(session.url))).text();
    expect(shown).toContain('Lantern &lt;b&gt; × 2');
    expect(shown).toContain('$12.50');
    expect(shown).toContain('Reference &lt;9y83JcWY&gt;');
    for (const action of ['pay', 'pay_later', 'fail', 'cancel']) expect(shown).toContain(`value="${action}"`);
  });

  it('takes the money, says so in three events, and leads to the success address', async () => {
    const { id, answer, after } = await act('pay');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`http://127.0.0.1:1/success?session=${id}`);
    expect(after).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    const intent = await rig.stripe.paymentIntents.retrieve(idOf(after.payment_intent), {
      expand: ['latest_charge'],
    });
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount: 1250,
      latest_charge: { paid: true, amount: 1250 },
    });
    await until(() => eventsOf(id).length > 0, 'the event of the session');
    expect(eventsOf(id)).toEqual(['checkout.session.completed']);
    await until(() => eventsOf(intent.id).includes('payment_intent.succeeded'), 'the event of the intent');
  });

  it('completes without money when a delayed method is used, which then arrives or fails once', async () => {
    const paid = await act('pay_later');
    expect(paid.answer.headers.get('location')).toContain('/success');
    expect(paid.after).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    await rig.post(`/stripe/sessions/${paid.id}/later`, { action: 'succeed' });
    expect((await rig.stripe.checkout.sessions.retrieve(paid.id)).payment_status).toBe('paid');
    await until(
      () => eventsOf(paid.id).includes('checkout.session.async_payment_succeeded'),
      'the late success',
    );
    expect((await rig.post(`/stripe/sessions/${paid.id}/later`, { action: 'succeed' })).status).toBe(409);
    const failed = await act('pay_later');
    await rig.post(`/stripe/sessions/${failed.id}/later`, { action: 'fail' });
    await until(
      () => eventsOf(failed.id).includes('checkout.session.async_payment_failed'),
      'the late failure',
    );
    expect((await rig.stripe.checkout.sessions.retrieve(failed.id)).payment_status).toBe('unpaid');
  });

  it('stays open after a declined try and after leaving', async () => {
    for (const action of ['fail', 'cancel']) {
      const { id, answer, after } = await act(action);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://127.0.0.1:1/cancelled']);
      expect(after).toMatchObject({ status: 'open', payment_status: 'unpaid' });
      await rig.post(`/stripe/pay/${id}`, { action: 'pay' });
      expect((await rig.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid');
    }
  });

  it('takes no second payment, none after the end, and no unknown action', async () => {
    const { id } = await act('pay');
    expect((await rig.post(`/stripe/pay/${id}`, { action: 'pay' })).status).toBe(409);
    const open = await rig.stripe.checkout.sessions.create(lantern());
    expect((await rig.post(`/stripe/pay/${open.id}`, { action: 'steal' })).status).toBe(400);
    await rig.stripe.checkout.sessions.expire(open.id);
    expect((await rig.post(`/stripe/pay/${open.id}`, { action: 'pay' })).status).toBe(409);
    await until(() => eventsOf(open.id).includes('checkout.session.expired'), 'the event of the end');
    expect((await rig.post('/stripe/pay/cs_test_none', { action: 'pay' })).status).toBe(404);
  });
});

describe('refunds', () => {
  it('gives back at most what was taken, each refund on its own', async () => {
    const { after } = await act('pay');
    const intent = idOf(after.payment_intent);
    const { refunds } = rig.stripe;
    const first = await refunds.create({ payment_intent: intent, amount: 1000, metadata: { refund: 'r1' } });
    expect(first).toMatchObject({ status: 'succeeded', amount: 1000, metadata: { refund: 'r1' } });
    expect((await refusal(refunds.create({ payment_intent: intent, amount: 251 }))).param).toBe('amount');
    expect(await refunds.create({ payment_intent: intent })).toMatchObject({ amount: 250 });
    expect((await refusal(refunds.create({ payment_intent: intent }))).code).toBe('charge_already_refunded');
    const listed = await refunds.list({ payment_intent: intent });
    expect(listed.data.map((one) => one.amount)).toEqual([250, 1000]);
    await until(() => eventsOf(first.id).includes('refund.created'), 'the event of the refund');
  });
});

describe("the seller's dashboard", () => {
  it('sends money back, as much as is left, and the bank may send that back', async () => {
    const { after } = await act('pay');
    const intent = idOf(after.payment_intent);
    const byHand = (cents?: number) =>
      rig.post(`/stripe/payments/${intent}/refund`, cents === undefined ? {} : { cents: String(cents) });
    expect((await byHand(1251)).status).toBe(400);
    expect((await byHand(250)).status).toBe(200);
    expect((await byHand()).status).toBe(200);
    const { data } = await rig.stripe.refunds.list({ payment_intent: intent });
    expect(data.map(({ amount, metadata }) => [amount, metadata])).toEqual([
      [1000, {}],
      [250, {}],
    ]);
    const [{ id } = { id: '' }] = data;
    const bounce = () => rig.post(`/stripe/refunds/${id}/bounce`);
    expect([(await bounce()).status, (await bounce()).status]).toEqual([200, 409]);
    await until(() => eventsOf(id).includes('refund.failed'), 'the bank’s answer');
    expect(eventsOf(id).toSorted()).toEqual(['refund.created', 'refund.failed', 'refund.updated']);
    expect((await byHand(1000)).status).toBe(200);
  });
});
