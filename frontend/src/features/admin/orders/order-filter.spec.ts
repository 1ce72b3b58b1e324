import { describe, expect, it } from '@jest/globals';
import { order } from '../../../test/order';
import { countByFilter, isOverdue, matches, visibleOrders } from './order-filter';

const orders = [
  order({ id: 4, status: 'pending', dueAt: '2025-11-04T20:00:00.000Z', productName: 'Wings' }),
  order({ id: 3, status: 'processing', dueAt: '2025-11-03T21:00:00.000Z' }),
  order({ id: 2, status: 'pending', dueAt: '2025-11-05T20:00:00.000Z', priority: true }),
  order({
    id: 1,
    status: 'completed',
    username: 'finn',
    minecraftName: 'FinnTheBold',
    discordUsername: null,
  }),
];
const shown = (...args: [Parameters<typeof visibleOrders>[1], string?]) =>
  visibleOrders(orders, args[0], args[1] ?? '').map(({ id }) => id);

describe('filters (ADMIN-2.19)', () => {
  it('Alle keeps the order of the list', () => expect(shown('all')).toEqual([4, 3, 2, 1]));
  it('Ausstehend takes pending and processing, priority first and then what is due', () =>
    expect(shown('open')).toEqual([2, 3, 4]));
  it('Abgeschlossen takes completed', () => expect(shown('done')).toEqual([1]));
  it('counts each', () => expect(countByFilter(orders)).toEqual({ all: 4, open: 3, done: 1 }));
  it('leaves the list itself as it is', () => {
    shown('open');
    expect(orders.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  });
});

describe('search (ADMIN-2.20)', () => {
  it.each([
    ['4', [4]],
    ['#4', [4]],
    ['FINN', [1]],
    ['wing', [4]],
    ['nova.mines', [4, 3, 2]],
    ['thebold', [1]],
    ['  wings ', [4]],
    ['nothing', []],
    ['%', []],
  ])('finds by %j', (search, found) => expect(shown('all', search)).toEqual(found));

  it('copes with names that are missing', () => {
    expect(matches(order({ discordUsername: null, minecraftName: null }), 'null')).toBe(false);
  });
});

describe('isOverdue (OWN-86)', () => {
  it('speaks of open orders past their time only', () => {
    const due = Date.parse('2025-11-03T20:45:00.000Z');
    expect([due, due + 1].map((now) => isOverdue(order(), now))).toEqual([false, true]);
    expect(isOverdue(order({ status: 'completed' }), due + 1)).toBe(false);
  });
});
