import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lantern, refusal, startStripeRig, type StripeRig } from '../../test/stripe-rig.js';

let rig: StripeRig;
beforeAll(async () => {
  rig = await startStripeRig();
});
afterAll(() => rig.close());

describe('idempotency keys', () => {
  it('replays the first answer to a repeat with the same parameters', async () => {
    const request = lantern();
    const first = await rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'same' });
    const second = await rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'same' });
    expect(second.id).toBe(first.id);
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('refuses other parameters and another endpoint under a used key', async () => {
    const session = await rig.stripe.checkout.sessions.create(lantern(), { idempotencyKey: 'used' });
    const other = lantern({ client_reference_id: 'ref-2' });
    const calls = [
      rig.stripe.checkout.sessions.create(other, { idempotencyKey: 'used' }),
      rig.stripe.checkout.sessions.expire(session.id, {}, { idempotencyKey: 'used' }),
    ];
    for (const call of calls) {
      expect(await refusal(call)).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
    }
  });

  it('answers 409 to a repeat while the first is still running', async () => {
    rig.standIns.faults.arm({ faultPoint: 'stripe.api', fault: { kind: 'slow', ms: 300 } });
    const request = lantern();
    const first = rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'running' });
    const deadline = Date.now() + 5_000;
    while (rig.standIns.faults.list().length > 0 && Date.now() < deadline) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    const second = await refusal(rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'running' }));
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    expect((await first).status).toBe('open');
  });

  it('has accepted a request whose answer was cut off, so that its key finds the one session', async () => {
    const request = lantern({ client_reference_id: 'cut' });
    // The library tries a closed connection once more by itself, so it takes two cuts to lose an answer.
    rig.standIns.faults.arm({
      faultPoint: 'stripe.api',
      match: 'checkout/sessions$',
      fault: { kind: 'cut' },
      times: 2,
    });
    const lost = await refusal(rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'cut' }));
    expect(lost.type).toBe('StripeConnectionError');
    const found = await rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'cut' });
    const all = await rig.stripe.checkout.sessions.list({ limit: 100 });
    expect(all.data.filter((one) => one.client_reference_id === 'cut').map((one) => one.id)).toEqual([
      found.id,
    ]);
  });

  it('keeps a 500, but neither another failure, nor a rate limit, nor refused parameters', async () => {
    const request = lantern();
    const { faults } = rig.standIns;
    const create = (key: string) => rig.stripe.checkout.sessions.create(request, { idempotencyKey: key });
    faults.arm({ faultPoint: 'stripe.api', fault: { kind: 'fail', status: 500 } });
    expect((await refusal(create('kept'))).statusCode).toBe(500);
    expect((await refusal(create('kept'))).statusCode).toBe(500);
    faults.arm({ faultPoint: 'stripe.api', fault: { kind: 'fail', status: 503 } });
    expect((await refusal(create('free'))).statusCode).toBe(503);
    faults.arm({ faultPoint: 'stripe.api', fault: { kind: 'rate-limit', retryAfter: 1, scope: 'user' } });
    expect(await refusal(create('free'))).toMatchObject({ statusCode: 429, type: 'StripeRateLimitError' });
    const bad = lantern({ client_reference_id: 'x'.repeat(201) });
    expect(
      (await refusal(rig.stripe.checkout.sessions.create(bad, { idempotencyKey: 'free' }))).statusCode,
    ).toBe(400);
    expect((await create('free')).status).toBe('open');
  });

  it('makes a new session once the key has been forgotten', async () => {
    const request = lantern();
    const first = await rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'old' });
    await rig.post('/stripe/keys/forget');
    const second = await rig.stripe.checkout.sessions.create(request, { idempotencyKey: 'old' });
    expect(second.id).not.toBe(first.id);
  });
});
