import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lantern, startStripeRig, type StripeRig } from '../../test/stripe-rig.js';

let rig: StripeRig;
beforeAll(async () => {
  rig = await startStripeRig();
});
afterAll(() => rig.close());

const text = async (path: string): Promise<string> => (await fetch(`${rig.url}${path}`)).text();
const sendFault = (body: unknown): Promise<Response> =>
  fetch(`${rig.url}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the server of all stand-ins', () => {
  it('says that it is well and leads to its dashboards', async () => {
    const health: unknown = await (await fetch(`${rig.url}/health`)).json();
    expect(health).toEqual({ status: 'ok', standIns: ['stripe', 'paypal', 'partner', 'push'] });
    expect(await text('/')).toContain('href="/stripe"');
    expect(await text('/')).toContain('href="/paypal"');
  });

  it("shows a crypto buyer the order at the partner's, and refuses what is none", async () => {
    const paying = await text('/partner?reference=ref_1&amount=60.00');
    expect(paying).toContain('ref_1');
    expect(paying).toContain('$60.00');
    expect(await text('/partner?reference=ref_1&amount=cheap')).toContain('names no order');
  });

  it('arms, lists and clears faults over HTTP, and refuses what a fault point cannot do', async () => {
    const answer = await sendFault({
      faultPoint: 'stripe.webhook',
      match: 'expired',
      fault: { kind: 'duplicate', times: 3 },
    });
    expect(answer.status).toBe(201);
    expect(rig.standIns.faults.list()).toMatchObject([
      { faultPoint: 'stripe.webhook', match: 'expired', left: 1 },
    ]);
    expect(JSON.parse(await text('/faults'))).toMatchObject({
      faults: [{ fault: { kind: 'duplicate', times: 3 } }],
    });
    expect(await text('/stripe')).toContain('duplicate');
    expect((await fetch(`${rig.url}/faults`, { method: 'DELETE' })).status).toBe(204);
    expect(rig.standIns.faults.list()).toEqual([]);
    expect((await sendFault({ faultPoint: 'stripe.api', fault: { kind: 'hold' } })).status).toBe(400);
    expect((await sendFault({ faultPoint: 'elsewhere', fault: { kind: 'cut' } })).status).toBe(400);
    expect((await sendFault({ faultPoint: 'stripe.api', fault: { kind: 'cut', extra: 1 } })).status).toBe(
      400,
    );
  });

  it("arms and takes back by the page's own form, and leads nowhere but back", async () => {
    const form = {
      faultPoint: 'stripe.api',
      kind: 'slow',
      match: '',
      times: '2',
      status: '503',
      ms: '40',
      copies: '2',
      retryAfter: '1',
    };
    const armed = await rig.post('/faults', { ...form, back: '/stripe' });
    expect([armed.status, armed.headers.get('location')]).toEqual([303, '/stripe']);
    const [fault] = rig.standIns.faults.list();
    expect(fault).toMatchObject({ faultPoint: 'stripe.api', fault: { kind: 'slow', ms: 40 }, left: 2 });
    const cleared = await rig.post('/faults/clear', { id: String(fault?.id), back: '//evil.example' });
    expect(cleared.headers.get('location')).toBe('/');
    expect(rig.standIns.faults.list()).toEqual([]);
  });

  it("shows the Stripe dashboard's sessions, events and refunds without running anybody's markup", async () => {
    const session = await rig.stripe.checkout.sessions.create(
      lantern({ client_reference_id: '<script>x</script>' }),
    );
    await rig.post(`/stripe/pay/${session.id}`, { action: 'pay' });
    const paid = await rig.stripe.checkout.sessions.retrieve(session.id);
    expect(typeof paid.payment_intent).toBe('string');
    if (typeof paid.payment_intent === 'string')
      await rig.stripe.refunds.create({ payment_intent: paid.payment_intent });
    const shown = await text('/stripe');
    for (const part of [session.id, 'checkout.session.completed', 're_3', '&lt;script&gt;x'])
      expect(shown).toContain(part);
    expect(shown).not.toContain('<script>x');
  });

  it('leads a browser back to the page and answers everybody else in JSON', async () => {
    const forget = (accept: string) =>
      fetch(`${rig.url}/stripe/keys/forget`, { method: 'POST', headers: { accept }, redirect: 'manual' });
    expect((await forget('text/html')).headers.get('location')).toBe('/stripe');
    expect(await (await forget('*/*')).json()).toEqual({ forgotten: 0 });
  });
});
