import { describe, expect, it } from '@jest/globals';
import type { StaffOrder } from '@pax/contracts';
import type { Page } from '../../../lib/http/paged-list';
import { placeEntity } from '../../../lib/realtime/place-entity';
import { order, pageOf } from '../../../test/order-lists';
import { toOrderQuery, orderListRuleFor, type OrderListName } from './order-list-cache';

const open = (id: number, changes: Partial<StaffOrder> = {}) => order({ id, ...changes });
const first = (id: number, changes: Partial<StaffOrder> = {}) => order({ id, priority: true, ...changes });
const after = (name: OrderListName, known: StaffOrder[], ...heard: StaffOrder[]): number[] => {
  let pages: readonly Page<StaffOrder>[] = [pageOf(known)];
  for (const one of heard)
    pages = placeEntity(pages, one, orderListRuleFor(name, toOrderQuery('all', 'newest', '')));
  return pages.flatMap(({ items }) => items.map(({ id }) => id));
};

describe('the lists of orders', () => {
  it('keep each order once where open ones with priority come first (OWN-54)', () => {
    const mixed = [first(2), open(3)];
    expect(after('active', mixed, open(3, { status: 'processing', version: 2 }))).toEqual([2, 3]);
    expect(after('active', mixed, open(9))).toEqual([2, 9, 3]);
    expect(after('active', mixed, first(1))).toEqual([2, 1, 3]);
    expect(after('active', mixed, first(4, { status: 'completed' }))).toEqual([2, 4, 3]);
  });

  it('place an order again when it no longer goes first, so that later ones find theirs (OWN-54)', () => {
    const done = first(7, { status: 'completed', version: 2 });
    expect(after('active', [first(7), first(5), open(99)], done, open(100))).toEqual([5, 100, 99, 7]);
  });

  it('give up what belongs to the other list (ADMIN-4.4)', () => {
    expect(after('active', [open(5), open(2)], open(5, { status: 'archived' }))).toEqual([2]);
    expect(after('archived', [], open(5, { status: 'archived' }))).toEqual([5]);
    expect(after('archived', [open(7, { status: 'archived' })], open(5, { status: 'cancelled' }))).toEqual([
      7, 5,
    ]);
  });
});
