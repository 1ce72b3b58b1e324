import { describe, expect, it } from '@jest/globals';
import { ORDER_STATUSES, PAYMENT_STATUSES, type OrderStatus, type PaymentStatus } from './order-states.js';
import { findWithdrawalRefusal } from './withdrawal.js';

const order = (status: OrderStatus, paymentStatus: PaymentStatus = 'paid') => ({ status, paymentStatus });

const NOW = new Date('2026-11-20T12:00:00.000Z');
const findRefusal = (orders: Parameters<typeof findWithdrawalRefusal>[0]) =>
  findWithdrawalRefusal(orders, NOW, NOW);

describe('findWithdrawalRefusal (OWN-489)', () => {
  it('lets a purchase go while every order of it is pending and paid or unconfirmed', () => {
    expect(findRefusal([order('pending'), order('pending', 'unconfirmed')])).toBeUndefined();
    expect(findRefusal([])).toBe('unpaid');
    for (const status of ORDER_STATUSES.filter((other) => other !== 'pending'))
      expect(findRefusal([order('pending'), order(status)])).toBe('started');
    const held = PAYMENT_STATUSES.filter((other) => other !== 'paid' && other !== 'unconfirmed');
    expect(held.map((payment) => findRefusal([order('pending'), order('pending', payment)]))).toEqual([
      'undone',
      'undone',
      'disputed',
      'disputed',
      'undone',
    ]);
  });
});
