import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { client, lantern, refusal, startStripeRig, type StripeRig } from '../../test/stripe-rig.js';

let rig: StripeRig;
beforeAll(async () => {
  rig = await startStripeRig();
});
afterAll(() => rig.close());

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

describe('checkout sessions', () => {
  it('opens a session that shows what was asked for', async () => {
    const { stripe } = rig;
    const session = await stripe.checkout.sessions.create(lantern({ expand: ['line_items'] }));
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 1250,
      currency: 'usd',
      livemode: false,
      payment_intent: null,
      client_reference_id: 'ref-1',
      metadata: { checkout: 'ref-1' },
      url: `${rig.url}/stripe/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_/);
    expect(session.line_items?.data[0]).toMatchObject({
      quantity: 2,
      amount_total: 1250,
      description: 'Lantern <b>',
    });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      id: session.id,
      status: 'open',
    });
    const lines = await stripe.checkout.sessions.listLineItems(session.id);
    expect(lines.data.map((line) => line.price?.unit_amount)).toEqual([625]);
  });

  it('names the API version and the request in every answer', async () => {
    const session = await rig.stripe.checkout.sessions.create(lantern());
    expect(session.lastResponse.requestId).toMatch(/^req_/);
    expect(session.lastResponse.apiVersion).toBe('2026-10-28.endive');
  });

  it.each([
    ['less than 30 minutes', { expires_at: nowSeconds() + 29 * 60 }, 'expires_at', undefined],
    ['more than 24 hours', { expires_at: nowSeconds() + 25 * 3600 }, 'expires_at', undefined],
    ['no line items', { line_items: [] }, 'line_items', 'parameter_missing'],
    ['another mode', { mode: 'subscription' as const }, 'mode', undefined],
    ['a relative success address', { success_url: '/success' }, 'success_url', 'url_invalid'],
    ['a long reference', { client_reference_id: 'x'.repeat(201) }, 'client_reference_id', undefined],
    [
      'too much metadata',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])) },
      'metadata',
      undefined,
    ],
    ['a long metadata value', { metadata: { note: 'x'.repeat(501) } }, 'metadata[note]', undefined],
    ['an address without a domain', { customer_email: 'nova@' }, 'customer_email', 'email_invalid'],
    ['a language that the page has not', { locale: 'tlh' }, 'locale', undefined],
    [
      'nine images',
      {
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: 100,
              product_data: {
                name: 'Torch',
                images: Array.from({ length: 9 }, () => 'https://x.test/t.png'),
              },
            },
          },
        ],
      },
      'line_items[0][price_data][product_data][images]',
      undefined,
    ],
    ['discounts', { discounts: [{ coupon: 'x' }] }, 'discounts', 'parameter_unknown'],
  ])('refuses %s', async (_what, change, param, code) => {
    const error = await refusal(rig.stripe.checkout.sessions.create(lantern(change)));
    expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', param });
    expect(error.code).toBe(code);
  });

  const line = (quantity: number, unitAmount: number, currency = 'usd') => ({
    line_items: [
      { quantity, price_data: { currency, unit_amount: unitAmount, product_data: { name: 'Torch' } } },
    ],
  });
  it.each([
    ['a total under 50 cents', line(1, 49), 'amount_too_small'],
    ['a quantity of 0', line(0, 100), 'parameter_invalid_integer'],
    ['half a piece', line(1.5, 100), 'parameter_invalid_integer'],
    ['a negative price', line(1, -1), 'parameter_invalid_integer'],
    ['another currency', line(1, 100, 'eur'), undefined],
  ])('refuses %s', async (_what, change, code) => {
    const error = await refusal(rig.stripe.checkout.sessions.create(lantern(change)));
    expect(error.statusCode).toBe(400);
    expect(error.code).toBe(code);
  });

  it('takes a buyer’s address and a language, and gives an id as long as the service’s', async () => {
    const change = { customer_email: 'nova@example.test', locale: 'de' } as const;
    const session = await rig.stripe.checkout.sessions.create(lantern(change));
    expect(session).toMatchObject(change);
    expect(session.id).toMatch(/^cs_test_\w+$/);
    expect(session.id).toHaveLength(66);
  });

  it('refuses an API version that is none', async () => {
    const headers = { authorization: 'Bearer sk_test_rig', 'stripe-version': 'newest' };
    const answer = await fetch(`${rig.url}/v1/checkout/sessions/x`, { headers });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Invalid Stripe API version: newest');
  });

  it('takes exactly 50 cents', async () => {
    expect(await rig.stripe.checkout.sessions.create(lantern(line(1, 50)))).toMatchObject({
      amount_total: 50,
    });
  });

  it('refuses a parameter that nobody knows, and a body that is not a form', async () => {
    const headers = { authorization: 'Bearer sk_test_rig' };
    const unknown = await fetch(`${rig.url}/v1/checkout/sessions/x/expire`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ 'a[b]': '1' }),
    });
    expect(await unknown.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'a' } });
    const json = await fetch(`${rig.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"mode":"payment"}',
    });
    expect(json.status).toBe(400);
    expect(await json.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('lets nobody in without the key', async () => {
    const wrong = await refusal(client(rig.url, 'sk_test_other').checkout.sessions.create(lantern()));
    expect(wrong).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' });
    expect((await fetch(`${rig.url}/v1/account`)).status).toBe(401);
    const basic = await fetch(`${rig.url}/v1/account`, {
      headers: { authorization: `Basic ${btoa('sk_test_rig:')}` },
    });
    expect(basic.status).toBe(200);
  });

  it('answers 404 for what does not exist, whatever it is called', async () => {
    for (const id of ['cs_test_none', 'constructor', '__proto__']) {
      const error = await refusal(rig.stripe.checkout.sessions.retrieve(id));
      expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
    }
    const answer = await fetch(`${rig.url}/v1/coupons`, { headers: { authorization: 'Bearer sk_test_rig' } });
    expect(answer.status).toBe(404);
  });

  it('ends an open session once, and no completed one', async () => {
    const { stripe } = rig;
    const open = await stripe.checkout.sessions.create(lantern());
    expect(await stripe.checkout.sessions.expire(open.id)).toMatchObject({ status: 'expired', url: null });
    const again = await refusal(stripe.checkout.sessions.expire(open.id));
    expect(again.statusCode).toBe(400);
    expect(again.message).toContain('status of `expired`');
    const paid = await stripe.checkout.sessions.create(lantern());
    await rig.post(`/stripe/pay/${paid.id}`, { action: 'pay' });
    expect((await refusal(stripe.checkout.sessions.expire(paid.id))).message).toContain(
      'status of `complete`',
    );
  });

  it('lists sessions, newest first, in pages', async () => {
    const { stripe } = rig;
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.unshift((await stripe.checkout.sessions.create(lantern())).id);
    const first = await stripe.checkout.sessions.list({ limit: 2 });
    expect(first.data.map((one) => one.id)).toEqual(ids.slice(0, 2));
    expect(first.has_more).toBe(true);
    const second = await stripe.checkout.sessions.list({ limit: 1, starting_after: ids[1] });
    expect(second.data.map((one) => one.id)).toEqual(ids.slice(2));
  });

  it('remembers everything over a restart', async () => {
    const session = await rig.stripe.checkout.sessions.create(lantern());
    rig = await rig.restart();
    expect(await rig.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      amount_total: 1250,
    });
  });
});
