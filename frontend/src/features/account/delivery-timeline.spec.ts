import { describe, expect, it } from '@jest/globals';
import { order } from '../../test/order-lists';
import { deliveryMessageKey, isOrderLate, deliveryStageOf } from './delivery-timeline';

describe('delivery', () => {
  it.each([
    ['pending', 'paid'],
    ['processing', 'taken'],
    ['completed', 'delivered'],
    ['archived', 'delivered'],
  ] as const)('an order that is %s is %s to the buyer', (status, stage) => {
    expect(deliveryStageOf(order({ status }))).toBe(stage);
    expect(deliveryMessageKey(order({ status }))).toBe(stage);
  });

  it('has no stage before the payment is confirmed, nor once cancelled', () => {
    expect(deliveryMessageKey(order({ paymentStatus: 'unconfirmed' }))).toBe('unconfirmed');
    expect(deliveryStageOf(order({ status: 'cancelled' }))).toBeUndefined();
    expect(deliveryMessageKey(order({ status: 'cancelled', paymentStatus: 'void' }))).toBe('cancelled');
  });

  it('is late only while open and past its time (OWN-86)', () => {
    const due = Date.parse('2025-11-03T20:45:00.000Z');
    expect(isOrderLate(order(), due)).toBe(false);
    expect(isOrderLate(order(), due + 1)).toBe(true);
    expect(isOrderLate(order({ status: 'completed' }), due + 1)).toBe(false);
    expect(isOrderLate(order({ dueAt: null }), due + 1)).toBe(false);
  });
});
