import { describe, expect, it } from '@jest/globals';
import { order } from '../../../test/order';
import { isKnown, upsertInto, type OrderList } from './order-list';

const list = (ids: number[], changes: Partial<OrderList> = {}): OrderList => ({
  orders: ids.map((id) => order({ id })),
  total: ids.length,
  next: undefined,
  ...changes,
});
const idsOf = ({ orders, total }: OrderList) => ({ ids: orders.map(({ id }) => id), total });

describe('upsertInto', () => {
  it('takes a new order in, in its place by id', () => {
    expect(idsOf(upsertInto('active', list([5, 2]), order({ id: 9 })))).toEqual({ ids: [9, 5, 2], total: 3 });
    expect(idsOf(upsertInto('active', list([5, 2]), order({ id: 3 })))).toEqual({ ids: [5, 3, 2], total: 3 });
    expect(idsOf(upsertInto('active', list([]), order({ id: 3 })))).toEqual({ ids: [3], total: 1 });
  });

  it('replaces a known one', () => {
    const moved = order({ id: 5, status: 'processing', version: 2 });
    const after = upsertInto('active', list([5, 2]), moved);
    expect(after.orders[0]).toBe(moved);
    expect(after.total).toBe(2);
  });

  it('keeps each order once where open ones with priority come first (OWN-54)', () => {
    const mixed = { ...list([]), orders: [order({ id: 2, priority: true }), order({ id: 3 })], total: 2 };
    const taken = order({ id: 3, status: 'processing', version: 2 });
    expect(idsOf(upsertInto('active', mixed, taken))).toEqual({ ids: [2, 3], total: 2 });
    expect(idsOf(upsertInto('active', mixed, order({ id: 9 })))).toEqual({ ids: [2, 9, 3], total: 3 });
    const first = order({ id: 1, priority: true });
    expect(idsOf(upsertInto('active', mixed, first))).toEqual({ ids: [2, 1, 3], total: 3 });
    const done = order({ id: 4, priority: true, status: 'completed' });
    expect(idsOf(upsertInto('active', mixed, done))).toEqual({ ids: [2, 4, 3], total: 3 });
  });

  it('removes what belongs to the other list (ADMIN-4.4)', () => {
    const archived = order({ id: 5, status: 'archived' });
    expect(idsOf(upsertInto('active', list([5, 2]), archived))).toEqual({ ids: [2], total: 1 });
    expect(idsOf(upsertInto('archived', list([]), archived))).toEqual({ ids: [5], total: 1 });
    const cancelled = order({ id: 5, status: 'cancelled' });
    expect(idsOf(upsertInto('archived', list([7]), cancelled))).toEqual({ ids: [7, 5], total: 2 });
  });

  it('leaves what lies on pages that are not loaded to those', () => {
    const partly = list([9, 8], { total: 40, next: '8' });
    expect(upsertInto('archived', partly, order({ id: 3, status: 'archived' }))).toBe(partly);
  });
});

describe('isKnown', () => {
  it('looks for the version, or a newer one, in both lists', () => {
    const lists = { active: list([1]), archived: { ...list([]), orders: [order({ id: 2, version: 4 })] } };
    expect(isKnown(lists, order({ id: 1, version: 1 }))).toBe(true);
    expect(isKnown(lists, order({ id: 1, version: 2 }))).toBe(false);
    expect(isKnown(lists, order({ id: 2, version: 3 }))).toBe(true);
    expect(isKnown(lists, order({ id: 3 }))).toBe(false);
  });
});
