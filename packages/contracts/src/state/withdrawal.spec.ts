import { describe, expect, it } from '@jest/globals';
import { ORDER_STATUSES, PAYMENT_STATUSES, type OrderStatus, type PaymentStatus } from './order-states.js';
import { withdrawalRefusal } from './withdrawal.js';

const order = (status: OrderStatus, paymentStatus: PaymentStatus = 'paid') => ({ status, paymentStatus });

describe('withdrawalRefusal (OWN-489, OWN-490)', () => {
  it('lets a purchase go while every order of it is pending and paid or unconfirmed', () => {
    expect(withdrawalRefusal([order('pending'), order('pending', 'unconfirmed')])).toBeUndefined();
    expect(withdrawalRefusal([])).toBe('unpaid');
    for (const status of ORDER_STATUSES.filter((other) => other !== 'pending'))
      expect(withdrawalRefusal([order('pending'), order(status)])).toBe('started');
    const held = PAYMENT_STATUSES.filter((other) => other !== 'paid' && other !== 'unconfirmed');
    expect(held.map((payment) => withdrawalRefusal([order('pending'), order('pending', payment)]))).toEqual([
      'undone',
      'undone',
      'disputed',
      'disputed',
      'undone',
    ]);
  });
});
