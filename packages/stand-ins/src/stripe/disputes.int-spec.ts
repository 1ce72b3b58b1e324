import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lantern, startStripeRig, until, type StripeRig } from '../../test/stripe-rig.js';

let rig: StripeRig;
beforeAll(async () => {
  rig = await startStripeRig();
});
afterAll(() => rig.close());

async function paid(): Promise<string> {
  const { id } = await rig.stripe.checkout.sessions.create(lantern());
  await rig.post(`/stripe/pay/${id}`, { action: 'pay' });
  const { payment_intent: intent } = await rig.stripe.checkout.sessions.retrieve(id);
  return typeof intent === 'string' ? intent : '';
}
const typesOf = (id: string): string[] =>
  rig.received.filter((one) => 'id' in one.data.object && one.data.object.id === id).map((one) => one.type);

describe("what buyers' banks do later", () => {
  it('takes the money, refuses refunds meanwhile, and decides once', async () => {
    const intent = await paid();
    const opened = await rig.post(`/stripe/payments/${intent}/dispute`);
    const { id, amount }: { id: string; amount: number } = JSON.parse(await opened.text());
    expect(amount).toBe(1250);
    expect((await rig.post(`/stripe/payments/${intent}/dispute`)).status).toBe(409);
    expect((await rig.post(`/stripe/payments/${intent}/refund`)).status).toBe(400);
    const close = () => rig.post(`/stripe/disputes/${id}/close`, { outcome: 'won' });
    expect([(await close()).status, (await close()).status]).toEqual([200, 409]);
    await until(() => typesOf(id).length === 4, 'all events of the dispute');
    expect(typesOf(id).toSorted()).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
    ]);
    expect((await rig.post(`/stripe/payments/${intent}/refund`)).status).toBe(200);
  });

  it('warns of fraud before that', async () => {
    const answer = await rig.post(`/stripe/payments/${await paid()}/warn`);
    const { id }: { id: string } = JSON.parse(await answer.text());
    await until(() => typesOf(id).includes('radar.early_fraud_warning.created'), 'the warning');
  });
});
