import { describe, expect, it } from '@jest/globals';
import { parseForm, Parameters } from './parameters.js';
import { Payments } from './payments.js';
import { Sessions } from './sessions.js';
import { emptyStripeState } from './stripe-state.js';

function createFixture() {
  const clock = { now: 1_800_000_000 };
  const emitted: string[] = [];
  const context = {
    state: emptyStripeState(),
    onChange: () => undefined,
    now: () => clock.now,
    emit: (type: string) => void emitted.push(type),
  };
  const sessions = new Sessions(context, () => 'http://127.0.0.1:1');
  const form = 'mode=payment&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd';
  const product =
    'line_items[0][price_data][unit_amount]=500&line_items[0][price_data][product_data][name]=Torch';
  const urls = `success_url=http://shop/ok&expires_at=${clock.now + 1800}`;
  const session = sessions.create(new Parameters(parseForm(`${form}&${product}&${urls}`)));
  return { clock, emitted, sessions, session, payments: new Payments(context) };
}

describe('Sessions by the clock', () => {
  it('end at their time, once, and not a second earlier', () => {
    const { clock, emitted, sessions, session } = createFixture();
    clock.now += 1799;
    expect(sessions.get(session.id).session.status).toBe('open');
    clock.now += 1;
    sessions.expireDue();
    sessions.expireDue();
    expect(sessions.get(session.id).session).toMatchObject({ status: 'expired', url: null });
    expect(emitted).toEqual(['checkout.session.expired']);
  });

  it('leave a completed session alone', () => {
    const { clock, sessions, session, payments } = createFixture();
    payments.pay(sessions.get(session.id));
    clock.now += 5000;
    expect(sessions.get(session.id).session).toMatchObject({ status: 'complete', payment_status: 'paid' });
  });

  it('cancel the payment intent of a declined try', () => {
    const { clock, emitted, sessions, session, payments } = createFixture();
    payments.declineAttempt(sessions.get(session.id));
    clock.now += 1800;
    sessions.expireDue();
    expect(emitted).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.canceled',
      'checkout.session.expired',
    ]);
  });
});
