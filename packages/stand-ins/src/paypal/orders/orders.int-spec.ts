import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PAYPAL_SECRET, startPaypalRig, type PaypalRig } from '../../../test/paypal-rig.js';
import { until } from '../../../test/stripe-rig.js';
import { PAYPAL_CLIENT_ID, PAYPAL_WEBHOOK_ID } from '../../fixed-ids.js';
import type { OrderRequest } from './order-request.js';

let rig: PaypalRig;
let token: string;
beforeEach(async () => {
  rig = await startPaypalRig();
  token = await issue();
});
afterEach(() => rig.close());

type Headers = Record<string, string>;
const issue = async (secret = PAYPAL_SECRET): Promise<string> => {
  const basic = Buffer.from(`${PAYPAL_CLIENT_ID}:${secret}`).toString('base64');
  const answer = await fetch(`${rig.url}/paypal/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  return answer.ok ? JSON.parse(await answer.text()).access_token : `${answer.status}`;
};
const call = async (method: string, path: string, body?: unknown, more: Headers = {}) => {
  const answer = await fetch(`${rig.url}/paypal/v2/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      prefer: 'return=representation',
      ...(body !== undefined && { 'content-type': 'application/json', 'paypal-request-id': 'one' }),
      ...more,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};
const request = (value = '19.99', invoice = 'ref-1'): OrderRequest => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: invoice,
      invoice_id: invoice,
      description: '2 × Elytra',
      amount: { currency_code: 'USD', value },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        return_url: 'http://shop.test/success?checkout=ref-1',
        cancel_url: 'http://shop.test/cancelled',
      },
    },
  },
});
const arrived = (count: number) => until(() => rig.received.length >= count, `${count} messages`);
const typesOf = () => rig.received.map((body): string => JSON.parse(body.toString()).event_type);
const act = (id: string, body: Headers) => rig.post(`${rig.url}/paypal/orders/${id}/act`, body);

/** Creates an order; with `action`, the buyer chooses it on the page. */
const opened = async (action?: string): Promise<string> => {
  const { body } = await call('POST', 'checkout/orders', request());
  const page = body.links.find(({ rel }: { rel: string }) => rel === 'payer-action').href;
  expect(await (await fetch(page)).text()).toContain('19.99 USD');
  if (action !== undefined) expect((await rig.post(page, { action })).status).toBe(303);
  return body.id;
};

describe('orders', () => {
  it('are approved by the buyer and paid by the shop’s capture, and told of', async () => {
    const id = await opened('pay');
    const taken = await call('POST', `checkout/orders/${id}/capture`, {});
    expect(taken.status).toBe(201);
    const [capture] = taken.body.purchase_units[0].payments.captures;
    expect(capture).toMatchObject({ status: 'COMPLETED', custom_id: 'ref-1', amount: { value: '19.99' } });
    const part = { amount: { currency_code: 'USD', value: '5.00' }, custom_id: 'refund-1' };
    const refund = (custom_id: string) =>
      call('POST', `payments/captures/${capture.id}/refund`, { ...part, custom_id });
    expect((await refund('refund:1')).body.name).toBe('INVALID_REQUEST');
    const sent = await refund('refund-1');
    expect(sent.body).toMatchObject({ status: 'COMPLETED', custom_id: 'refund-1' });
    expect((await act(id, { act: 'refund' })).status).toBe(200);
    expect((await act(id, { act: 'refund' })).status).toBe(409);
    const { body } = await call('GET', `checkout/orders/${id}`);
    expect(body.purchase_units[0].payments).toMatchObject({
      captures: [{ status: 'REFUNDED' }],
      refunds: [{ amount: { value: '5.00' } }, { amount: { value: '14.99' } }],
    });
    await arrived(4);
    expect(typesOf().toSorted()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
      'PAYMENT.CAPTURE.REFUNDED',
    ]);
  });

  it('wait for the bank, and are disputed', async () => {
    const id = await opened('pay_pending');
    const { body } = await call('POST', `checkout/orders/${id}/capture`, {});
    expect(body.purchase_units[0].payments.captures[0].status).toBe('PENDING');
    for (const what of ['complete', 'reverse', 'dispute', 'lose-dispute'])
      expect((await act(id, { act: what })).status).toBe(200);
    await arrived(6);
    expect(typesOf().toSorted()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'CUSTOMER.DISPUTE.CREATED',
      'CUSTOMER.DISPUTE.RESOLVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.PENDING',
      'PAYMENT.CAPTURE.REVERSED',
    ]);
  });

  it('are captured once, only when approved, and forgotten after their time', async () => {
    const id = await opened();
    const capture = (key: string) =>
      call('POST', `checkout/orders/${id}/capture`, {}, { 'paypal-request-id': key });
    expect((await capture('a')).body.details[0].issue).toBe('ORDER_NOT_APPROVED');
    const page = `${rig.url}/paypal/checkoutnow?token=${id}`;
    expect((await rig.post(page, { action: 'pay' })).headers.get('location')).toBe(
      `http://shop.test/success?checkout=ref-1&token=${id}&PayerID=SANDBOXBUYER1`,
    );
    expect((await rig.post(page, { action: 'pay' })).status).toBe(409);
    expect((await capture('a')).status).toBe(201);
    expect((await capture('a')).status).toBe(200);
    expect((await capture('b')).body.details[0].issue).toBe('ORDER_ALREADY_CAPTURED');
    const other = (await call('POST', 'checkout/orders', request(), { 'paypal-request-id': 'two' })).body.id;
    await act(other, { act: 'expire' });
    expect((await call('GET', `checkout/orders/${other}`)).status).toBe(404);
    expect((await rig.post(`${rig.url}/paypal/checkoutnow?token=${other}`, { action: 'pay' })).status).toBe(
      404,
    );
  });

  it('lead back to the page where the instrument is declined, and are paid by another (OWN-920)', async () => {
    const id = await opened('pay');
    const page = `${rig.url}/paypal/checkoutnow?token=${id}`;
    await act(id, { act: 'decline' });
    const capture = () => call('POST', `checkout/orders/${id}/capture`, {});
    const refused = await capture();
    expect(refused).toMatchObject({
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] },
    });
    expect(refused.body.links).toContainEqual({ href: page, rel: 'redirect', method: 'GET' });
    expect((await call('GET', `checkout/orders/${id}`)).body.status).toBe('APPROVED');
    expect((await rig.post(page, { action: 'pay' })).status).toBe(303);
    expect((await capture()).status).toBe(201);
  });

  it('are made once per request id, and refused where a call is not right', async () => {
    const post = (body: unknown, more: Headers = {}) => call('POST', 'checkout/orders', body, more);
    const first = await post(request());
    expect((await post(request())).body).toEqual(first.body);
    expect((await post(request('20.00'))).body.details[0].issue).toBe('DUPLICATE_REQUEST_ID');
    const refusals: [unknown, Headers, number][] = [
      [request(), { authorization: 'Bearer wrong' }, 401],
      [request(), { 'content-type': 'text/plain' }, 415],
      [request(), { 'paypal-request-id': '' }, 400],
      [request('19.9'), {}, 400],
      [request('0.00'), {}, 400],
      [{ ...request(), intent: 'AUTHORIZE' }, {}, 400],
      [{ ...request(), note: 'x' }, {}, 400],
    ];
    for (const [body, more, status] of refusals) expect((await post(body, more)).status).toBe(status);
    expect(await issue('wrong')).toBe('401');
    await rig.post(`${rig.url}/paypal/tokens/revoke`, {});
    // A refused caller gets an error in the form of OAuth, as at the service.
    expect(await post(request())).toEqual({
      status: 401,
      body: { error: 'invalid_token', error_description: expect.any(String) },
    });
  });

  it('misbehave when told to: before the effect, and after it', async () => {
    const arm = (fault: object) =>
      rig.standIns.faults.arm({
        faultPoint: 'paypal.api',
        match: 'orders$',
        fault: { kind: 'fail', status: 503, ...fault },
      });
    const create = () => call('POST', 'checkout/orders', request());
    arm({});
    arm({ afterEffect: true });
    expect([(await create()).status, (await create()).status]).toEqual([503, 503]);
    const { orders } = await rig.state();
    expect([(await create()).body.id]).toEqual(Object.keys(orders));
  });
});

describe('webhooks', () => {
  const verify = async (event: string, change: Headers = {}) => {
    const headers = rig.headers[0] ?? {};
    const signed = Object.fromEntries(
      ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig', 'transmission-time'].map((name) => [
        name.replace('-', '_'),
        headers[`paypal-${name}`],
      ]),
    );
    const about = JSON.stringify({ ...signed, webhook_id: PAYPAL_WEBHOOK_ID, ...change });
    const answer = await fetch(`${rig.url}/paypal/v1/notifications/verify-webhook-signature`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: `${about.slice(0, -1)},"webhook_event":${event}}`,
    });
    return JSON.parse(await answer.text()).verification_status;
  };

  it('are known by their very bytes', async () => {
    await opened('pay');
    await arrived(1);
    const event = rig.received[0]?.toString() ?? '';
    expect(await verify(event)).toBe('SUCCESS');
    expect(JSON.stringify(JSON.parse(event))).not.toBe(event);
    expect(await verify(JSON.stringify(JSON.parse(event)))).toBe('FAILURE');
    expect(await verify(event.replace('19.99', '0.01'))).toBe('FAILURE');
    for (const name of ['webhook_id', 'cert_url', 'transmission_id', 'transmission_time', 'transmission_sig'])
      expect(await verify(event, { [name]: 'other' })).toBe('FAILURE');
  });

  it('come again, are held back, sent again and made up', async () => {
    rig.answers.push(503);
    await opened('pay');
    await arrived(2);
    rig.standIns.faults.arm({ faultPoint: 'paypal.webhook', fault: { kind: 'hold' } });
    const crafted = { type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'made up' } };
    await fetch(`${rig.url}/paypal/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(crafted),
    });
    await rig.post(`${rig.url}/paypal/webhooks/release`, {});
    await arrived(3);
    const [id = ''] = Object.keys((await rig.state()).webhooks);
    await rig.post(`${rig.url}/paypal/webhooks/${id}/resend`, { copies: '2' });
    await arrived(5);
    expect(await (await fetch(`${rig.url}/paypal`)).text()).toContain('CHECKOUT.ORDER.APPROVED');
  });
});
