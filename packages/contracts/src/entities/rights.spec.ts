import { describe, expect, it } from '@jest/globals';
import { allCalls } from '../calls/calls.js';
import { EVENT_TYPES, eventDefinition } from '../events/events.js';
import { holdsRight, STAFF_RIGHTS, DEFAULT_STAFF_RIGHTS, addNeededRights, removeRight } from './rights.js';

describe('rights of staff (OWN-560)', () => {
  it('start with all but refunds and money figures', () => {
    expect(DEFAULT_STAFF_RIGHTS).toEqual(['orders', 'move', 'products', 'users', 'tickets']);
  });

  it('come with the sight of orders for who acts on them', () => {
    expect(addNeededRights(['refund', 'tickets', 'refund'])).toEqual(['orders', 'refund', 'tickets']);
    expect(addNeededRights([...STAFF_RIGHTS])).toEqual(STAFF_RIGHTS);
    expect(addNeededRights([])).toEqual([]);
    expect(removeRight(['orders', 'move', 'refund', 'users'], 'orders')).toEqual(['users']);
  });

  it('are all of an admin, none of a customer', () => {
    for (const right of [...STAFF_RIGHTS, 'any'] as const) {
      expect(holdsRight({ role: 'admin', rights: [] }, right)).toBe(true);
      expect(holdsRight({ role: 'customer', rights: STAFF_RIGHTS }, right)).toBe(false);
    }
    expect(holdsRight({ role: 'staff', rights: ['orders'] }, 'orders')).toBe(true);
    expect(holdsRight({ role: 'staff', rights: ['orders'] }, 'any')).toBe(true);
    expect(holdsRight({ role: 'staff', rights: ['orders'] }, 'refund')).toBe(false);
  });

  it('are each named by a call, and every call for staff names one', () => {
    const ofStaff = allCalls.filter(({ call }) => call.access === 'staff');
    expect(ofStaff.filter(({ call }) => call.right === undefined)).toEqual([]);
    const named = new Set(ofStaff.map(({ call }) => call.right));
    expect(STAFF_RIGHTS.filter((right) => !named.has(right))).toEqual([]);
    expect(ofStaff.flatMap(({ name, call }) => (call.right === 'any' ? [name] : [])).toSorted()).toEqual([
      'counts',
      // Asks for the right of the list.
      'exportList',
      'posts',
      'resendPost',
    ]);
  });

  it('are named by every event whose data the panel receives (OWN-563)', () => {
    const ofPanel = EVENT_TYPES.map((type) => ({ type, ...eventDefinition(type) })).filter(
      ({ rooms }) => rooms.admin !== undefined,
    );
    expect(ofPanel.length).toBeGreaterThan(15);
    expect(ofPanel.filter(({ right }) => right === undefined)).toEqual([]);
  });
});
