import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lantern, startStripeRig, until, type StripeRig } from '../../test/stripe-rig.js';
import type { ArmRequest, Fault } from '../faults.js';
import type { EventRecord } from './stripe-state.js';

const COMPLETED = 'checkout.session.completed';
let rig: StripeRig;
beforeEach(async () => {
  rig = await startStripeRig();
});
afterEach(() => rig.close());

async function record(): Promise<EventRecord> {
  const state: { events: Record<string, EventRecord> } = JSON.parse(
    await (await fetch(`${rig.url}/stripe/state`)).text(),
  );
  const found = Object.values(state.events).find((one) => one.event.type === COMPLETED);
  if (found === undefined) throw new Error('no session was completed');
  return found;
}

const arm = (fault: Fault, more: Partial<ArmRequest> = {}) =>
  rig.standIns.faults.arm({ faultPoint: 'stripe.webhook', match: COMPLETED, fault, ...more });
const arrivals = (): number => rig.received.filter((one) => one.type === COMPLETED).length;

async function pay(): Promise<void> {
  const session = await rig.stripe.checkout.sessions.create(lantern());
  await rig.post(`/stripe/pay/${session.id}`, { action: 'pay' });
}

describe('webhooks (the rig checks every signature with the real library)', () => {
  it('are tried again until the shop answers 2xx, and then no more', async () => {
    rig.answers.push(500, 302, 503, 500, 500, 500);
    await pay();
    await until(async () => (await record()).state === 'delivered', 'a delivery');
    const { attempts } = await record();
    expect(attempts.at(-1)?.status).toBe(200);
    expect(attempts.length).toBe(arrivals());
    expect(attempts.slice(0, -1).every((one) => one.status !== 200)).toBe(true);
  });

  it('are given up after the last try, and can still be sent again by hand', async () => {
    arm({ kind: 'fail', status: 500 }, { times: 5 });
    await pay();
    await until(async () => (await record()).state === 'given-up', 'the end of all tries');
    expect(arrivals()).toBe(0);
    const { event } = await record();
    await rig.post(`/stripe/events/${event.id}/resend`, { copies: '3' });
    await until(() => arrivals() === 3, 'three copies');
    await until(async () => (await record()).state === 'delivered', 'a delivery');
  });

  it('come several times when armed to, with one id', async () => {
    arm({ kind: 'duplicate', times: 5 });
    await pay();
    await until(() => arrivals() === 5, 'five copies');
    expect(new Set(rig.received.filter((one) => one.type === COMPLETED).map((one) => one.id)).size).toBe(1);
  });

  it('come again when the connection was cut after the shop had accepted', async () => {
    arm({ kind: 'cut' });
    await pay();
    await until(() => arrivals() === 2, 'a second delivery');
    await until(async () => (await record()).state === 'delivered', 'a delivery');
    expect((await record()).attempts.map((one) => one.status)).toEqual([undefined, 200]);
  });

  it('come after later ones when armed to reorder', async () => {
    arm({ kind: 'reorder' });
    const session = await rig.stripe.checkout.sessions.create(lantern());
    await rig.post(`/stripe/pay/${session.id}`, { action: 'pay_later' });
    await rig.post(`/stripe/sessions/${session.id}/later`, { action: 'succeed' });
    await until(() => arrivals() === 1, 'the overtaken event');
    expect(rig.received[0]?.type).not.toBe(COMPLETED);
  });

  it('wait while held back, over a restart as well, until they are released', async () => {
    arm({ kind: 'hold' });
    await pay();
    await until(async () => (await record()).state === 'held', 'a held event');
    rig = await rig.restart();
    expect((await record()).state).toBe('held');
    await rig.post('/stripe/events/release');
    await until(() => arrivals() === 1, 'the released event');
  });

  it('are no longer held once they are released, though none has arrived', async () => {
    arm({ kind: 'hold' });
    await pay();
    await until(async () => (await record()).state === 'held', 'a held event');
    arm({ kind: 'slow', ms: 3_600_000 });
    await rig.post('/stripe/events/release');
    expect((await record()).state).toBe('waiting');
  });

  it('are late when slow, and fail at a dead address', async () => {
    arm({ kind: 'dead-address' });
    arm({ kind: 'slow', ms: 30 });
    await pay();
    await until(async () => (await record()).state === 'delivered', 'a delivery');
    const [dead, late] = (await record()).attempts;
    expect(dead?.error).toContain('ECONNREFUSED');
    expect(late?.status).toBe(200);
  });

  it('that wait for a try are taken up after a restart', async () => {
    await rig.close();
    rig = await startStripeRig([3_600_000]);
    arm({ kind: 'dead-address' });
    await pay();
    await until(async () => (await record()).attempts.length === 1, 'a first try');
    const { nextAt } = await record();
    rig = await rig.restart();
    expect(await record()).toMatchObject({ state: 'waiting', nextAt: expect.any(Number) });
    expect(Math.abs(Number((await record()).nextAt) - Number(nextAt))).toBeLessThan(1_000);
    await rig.post(`/stripe/events/${(await record()).event.id}/resend`);
    await until(() => arrivals() === 1, 'the event');
  });

  it('are found again through the API', async () => {
    await pay();
    await until(() => arrivals() === 1, 'the event');
    for (const more of [[COMPLETED], Array.from({ length: 21 }, () => COMPLETED)])
      await expect(
        rig.stripe.events.list({ ...(more.length === 1 && { type: COMPLETED }), types: more }),
      ).rejects.toMatchObject({ statusCode: 400, param: 'types' });
    const listed = await rig.stripe.events.list({ type: COMPLETED });
    expect(listed.data.map((one) => one.id)).toEqual([
      rig.received.find((one) => one.type === COMPLETED)?.id,
    ]);
    expect((await rig.stripe.events.retrieve(String(listed.data[0]?.id))).type).toBe(COMPLETED);
  });
});
