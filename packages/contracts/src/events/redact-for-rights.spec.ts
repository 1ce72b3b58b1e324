import { describe, expect, it } from '@jest/globals';
import { STAFF_RIGHTS } from '../entities/rights.js';
import type { RoomMessage } from './realtime.js';
import { redactForRights } from './realtime.js';

const message = (type: RoomMessage['type'], data: object): RoomMessage => ({
  room: 'admin',
  seq: 7,
  id: 'e',
  type,
  occurredAt: '2026-11-21T09:00:00.000Z',
  version: 1,
  data,
});
const account = {
  id: 3,
  username: 'nova',
  storeCredit: '1.00',
  balance: '2.00',
  loyaltyPoints: 30,
  totalSpent: '3.00',
};

describe('what the panel receives (OWN-563)', () => {
  it('is whole for admins and for who has the right', () => {
    const order = message('order.paid', { id: 1 });
    expect(redactForRights(order, { role: 'admin', rights: [] })).toBe(order);
    expect(redactForRights(order, { role: 'staff', rights: ['orders'] })).toBe(order);
  });

  it('keeps its number and loses its data for who has another', () => {
    const order = message('order.paid', { id: 1 });
    expect(redactForRights(order, { role: 'staff', rights: ['tickets'] })).toEqual({ ...order, data: null });
  });

  it('says what a role gives to admins alone', () => {
    const set = message('rights.set', { id: '1184302765190463519', rights: ['orders'] });
    expect(redactForRights(set, { role: 'admin', rights: [] })).toBe(set);
    const all = { role: 'staff', rights: [...STAFF_RIGHTS] } as const;
    expect(redactForRights(set, all)).toEqual({ ...set, data: null });
  });

  it('has no money figure for who lacks that right', () => {
    const user = message('balance.changed', account);
    expect(redactForRights(user, { role: 'staff', rights: ['users'] }).data).toEqual({
      id: 3,
      username: 'nova',
      storeCredit: null,
      balance: null,
      loyaltyPoints: null,
      totalSpent: null,
    });
    expect(redactForRights(user, { role: 'staff', rights: ['users', 'money'] })).toBe(user);
  });

  it.each(['checkout.placed', 'checkout.cancelled'] as const)(
    'has no credit and no bonus of a hold in %s for who lacks that right',
    (type) => {
      const placed = message(type, { id: 3, total: '9.00', storeCredit: '1.00', referralBonus: '2.00' });
      const { data } = redactForRights(placed, { role: 'staff', rights: ['orders'] });
      expect(data).toEqual({ id: 3, total: '9.00', storeCredit: null, referralBonus: null });
      expect(redactForRights(placed, { role: 'staff', rights: ['orders', 'money'] })).toBe(placed);
    },
  );
});
