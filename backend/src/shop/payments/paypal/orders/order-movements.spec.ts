import { describe, expect, it } from '@jest/globals';
import type { MoneyMovement, Unanswered } from '../../payment-provider.js';
import { orderMovements } from './order-movements.js';
import type { Order } from './paypal-order.js';

const sessionOf = (index: number): string => `${String(index).padStart(22, 'A')}/ORDER-${index}`;

const captured = (id: string): Order => ({
  id,
  status: 'COMPLETED',
  links: [],
  purchase_units: [
    {
      payments: {
        captures: [{ id: `C-${id}`, status: 'COMPLETED', amount: { amountCents: 1000, currency: 'usd' } }],
        refunds: [],
      },
    },
  ],
});

/** What is told of so many orders, where some fail. */
async function told(count: number, fails: (asked: number) => boolean) {
  const asked: string[] = [];
  let [running, most] = [0, 0];
  const movements = orderMovements({
    findOrder: async (id) => {
      asked.push(id);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => setImmediate(resolve));
      running -= 1;
      if (fails(Number(id.split('-')[1]))) throw new Error('no answer in time');
      return captured(id);
    },
  });
  const all: (MoneyMovement | Unanswered)[] = [];
  const sessions = Array.from({ length: count }, (_, index) => sessionOf(index));
  for await (const one of movements(new Date(), async () => sessions)) all.push(one);
  const kinds = (kind: string) => all.filter((one) => one.kind === kind).map(({ checkout }) => checkout);
  return { asked, most, payments: kinds('payment'), unanswered: kinds('unanswered') };
}

describe('what PayPal is asked of its orders (OWN-496)', () => {
  it('keeps what was answered where one order was not, and asks few at once', async () => {
    const { most, payments, unanswered } = await told(50, (index) => index === 7);
    expect([payments.length, unanswered]).toEqual([49, [sessionOf(7).split('/')[0]]]);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('leaves PayPal in peace when it answers no more', async () => {
    const { asked, payments, unanswered } = await told(400, (index) => index >= 100);
    expect([payments.length, unanswered.length]).toEqual([100, 300]);
    expect(asked.length).toBeLessThan(150);
  });

  it('counts refunds whose money is gone or on its way, and none that PayPal did not make', async () => {
    const amount = { amountCents: 100, currency: 'usd' };
    const refunds = ['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED'].map((status) => ({
      id: `R-${status}`,
      status,
      amount,
    }));
    const order = captured('ORDER-0');
    const [unit] = order.purchase_units;
    const movements = orderMovements({
      findOrder: async () => ({
        ...order,
        purchase_units: [{ payments: { captures: unit?.payments?.captures ?? [], refunds } }],
      }),
    });
    const all: (MoneyMovement | Unanswered)[] = [];
    for await (const one of movements(new Date(), async () => [sessionOf(0)])) all.push(one);
    const made = all.flatMap((one) => (one.kind === 'refund' ? [one.ref] : []));
    expect(made).toEqual(['R-COMPLETED', 'R-PENDING']);
  });

  it('is an error when nothing was answered, so that the last comparison stands', async () => {
    await expect(told(400, () => true)).rejects.toThrow('no answer in time');
    expect((await told(0, () => true)).payments).toEqual([]);
  });
});
