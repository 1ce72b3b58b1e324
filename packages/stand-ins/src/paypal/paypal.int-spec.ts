import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../test/stripe-rig.js';
import { form, startPaypalRig, type PaypalRig } from '../../test/paypal-rig.js';

let rig: PaypalRig;
beforeEach(async () => {
  rig = await startPaypalRig();
});
afterEach(() => rig.close());

/** Fields of a notification that the shop received. */
const received = (at: number): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(rig.received[at]?.toString('latin1')));
const arrived = (count: number) => until(() => rig.received.length >= count, `${count} notifications`);

describe('the form’s page', () => {
  it('takes a form, is paid, and leads back to the shop', async () => {
    const taken = await rig.post(rig.webscr, form(rig));
    expect(taken.status).toBe(303);
    const page = new URL(taken.headers.get('location') ?? '', rig.url).href;
    expect(await (await fetch(page)).text()).toContain('19.99 USD');
    const back = await rig.post(page, { action: 'pay' });
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toMatch(/^http:\/\/shop\.test\/success\?checkout=ref-1&PayerID=/);
    await arrived(1);
    expect(received(0)).toMatchObject({
      payment_status: 'Completed',
      mc_gross: '19.99',
      mc_currency: 'USD',
      invoice: 'ref-1',
      item_number: 'ref-1',
      receiver_email: rig.business,
      test_ipn: '1',
    });
    expect((await rig.post(page, { action: 'pay' })).status).toBe(409);
    expect((await rig.post(rig.webscr, { ...form(rig), action: 'pay' })).status).toBe(409);
  });

  it('leads back without a payment', async () => {
    const back = await rig.post(rig.webscr, { ...form(rig), action: 'cancel' });
    expect(back.headers.get('location')).toBe('http://shop.test/cancelled');
    expect(rig.received).toEqual([]);
  });

  it.each<Record<string, string>>([
    { amount: '19.9' },
    { amount: '0.00' },
    { amount: '-1.00' },
    { currency_code: 'usd' },
    { business: 'other@example.com' },
    { item_name: 'x'.repeat(128) },
    { notify_url: 'javascript:1' },
    { ammount: '19.99' },
    { cmd: '_cart' },
    { action: 'steal' },
  ])('refuses %j', async (change) => {
    expect((await rig.post(rig.webscr, { ...form(rig), ...change })).status).toBe(400);
    expect(rig.received).toEqual([]);
  });
});

describe('notifications', () => {
  it('tell of a bank’s answer, of refunds and of reversals', async () => {
    await rig.post(rig.webscr, { ...form(rig), action: 'pay_pending' });
    await arrived(1);
    const { txn_id: id = '' } = received(0);
    expect(received(0)).toMatchObject({ payment_status: 'Pending', pending_reason: 'echeck' });
    const act = (body: Record<string, string>) => rig.post(`${rig.url}/paypal/payments/${id}/act`, body);
    expect((await act({ act: 'refund' })).status).toBe(409);
    await act({ act: 'complete' });
    await arrived(2);
    await act({ act: 'refund', cents: '500' });
    await arrived(3);
    expect((await act({ act: 'refund', cents: '1500' })).status).toBe(409);
    await act({ act: 'reverse' });
    await arrived(4);
    await act({ act: 'cancel-reversal' });
    await arrived(5);
    const told = [1, 2, 3, 4].map((at) => {
      const { payment_status: status, mc_gross: gross, txn_id: txn, parent_txn_id: parent } = received(at);
      return [status, gross, txn === id, parent];
    });
    expect(told).toEqual([
      ['Completed', '19.99', true, undefined],
      ['Refunded', '-5.00', false, id],
      ['Reversed', '-19.99', false, id],
      ['Canceled_Reversal', '19.99', false, id],
    ]);
  });

  it('come again until they are answered with 200, byte for byte the same', async () => {
    rig.answers.push(503, 500);
    await rig.post(rig.webscr, { ...form(rig), action: 'pay' });
    await arrived(3);
    expect(new Set(rig.received.map(String)).size).toBe(1);
  });

  it('are held back, sent again and made up on demand', async () => {
    rig.standIns.faults.arm({ faultPoint: 'paypal.ipn', match: 'Completed', fault: { kind: 'hold' } });
    await rig.post(rig.webscr, { ...form(rig), action: 'pay' });
    await rig.post(`${rig.url}/paypal/notifications/release`, {});
    await arrived(1);
    const { notifications } = await rig.state();
    const [id = ''] = Object.keys(notifications);
    await rig.post(`${rig.url}/paypal/notifications/${id}/resend`, { copies: '5' });
    await arrived(6);
    await fetch(`${rig.url}/paypal/notifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${rig.shopUrl}/ipn`, fields: { payment_status: 'Voided' } }),
    });
    await arrived(7);
    expect(received(6)).toMatchObject({ payment_status: 'Voided' });
    expect(await (await fetch(`${rig.url}/paypal`)).text()).toContain('19.99 USD');
  });
});

describe('verification', () => {
  const ask = async (body: Buffer, headers: Record<string, string> = { 'user-agent': 'Shop/1' }) => {
    const answer = await fetch(rig.webscr, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new Uint8Array(Buffer.concat([Buffer.from('cmd=_notify-validate&'), body])),
    });
    return [answer.status, await answer.text()];
  };

  it('knows exactly the bytes that were sent', async () => {
    await rig.post(rig.webscr, { ...form(rig), action: 'pay' });
    await arrived(1);
    const body = rig.received[0] ?? Buffer.alloc(0);
    expect(body.toString()).toContain('first_name=J%FCrgen');
    expect(body.toString()).toContain('item_name=2+%D7+Elytra+%3F');
    expect(await ask(body)).toEqual([200, 'VERIFIED']);
    const text = body.toString();
    for (const other of [
      text.replace('%FC', '%C3%BC'),
      text.replace('mc_gross=19.99', 'mc_gross=1999.00'),
      text.split('&').toReversed().join('&'),
      `${text}&a=1`,
      '',
    ])
      expect(await ask(Buffer.from(other))).toEqual([200, 'INVALID']);
  });

  it('refuses who does not say who asks, and misbehaves when told to', async () => {
    expect(await ask(Buffer.from('a=1'), {})).toEqual([403, 'Forbidden']);
    rig.standIns.faults.arm({ faultPoint: 'paypal.verify', fault: { kind: 'fail', status: 503 } });
    expect(await ask(Buffer.from('a=1'))).toEqual([503, 'Error']);
    rig.standIns.faults.arm({ faultPoint: 'paypal.verify', fault: { kind: 'cut' } });
    await expect(ask(Buffer.from('a=1'))).rejects.toThrow('fetch failed');
    expect(await ask(Buffer.from('a=1'))).toEqual([200, 'INVALID']);
  });
});
