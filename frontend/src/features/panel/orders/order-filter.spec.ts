import { describe, expect, it } from '@jest/globals';
import { DUE_SOON_MINUTES, type OrderView } from '@pax/contracts';
import { order } from '../../../test/order-lists';
import {
  dueGroupOf,
  isOrderOverdue,
  orderMatchesSearch,
  defaultOrderSortFor,
  toOrderQuery,
  orderListRuleFor,
  type OrderFilter,
  type ViewContext,
} from './order-list-cache';

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
const shown = (filter: OrderFilter, search = '', sort = defaultOrderSortFor(filter)) => {
  const { includes, compare } = orderListRuleFor('active', toOrderQuery(filter, sort, search));
  return orders
    .filter(includes)
    .toSorted(compare)
    .map(({ id }) => id);
};

describe('filters (ADMIN-2.19)', () => {
  it('Alle has priority first, then the newest', () => expect(shown('all')).toEqual([2, 4, 3, 1]));
  it('Ausstehend takes pending and processing, priority first and then what is due', () =>
    expect(shown('open')).toEqual([2, 3, 4]));
  it('Abgeschlossen takes completed', () => expect(shown('done')).toEqual([1]));
  it('are ordered as one likes', () => {
    expect(shown('all', '', 'due')).toEqual([2, 3, 4, 1]);
    expect(shown('all', '', 'total')).toEqual([4, 3, 2, 1]);
    const { compare } = orderListRuleFor('active', toOrderQuery('all', 'total', ''));
    const totals = ['9.00', '100.00', '20.00'].map((totalPrice, id) => order({ id, totalPrice }));
    expect(totals.toSorted(compare).map(({ id }) => id)).toEqual([1, 2, 0]);
  });
  it('what is due stands by date within each group (OWN-1070)', () => {
    const done = { status: 'completed', dueAt: '2025-11-03T22:00:00.000Z' } as const;
    const { compare } = orderListRuleFor('active', toOrderQuery('all', 'due', ''));
    const listed = [
      order({ ...done, id: 9, priority: true, dueAt: '2025-11-03T23:00:00.000Z' }),
      order({ ...done, id: 8 }),
      order({ id: 7, status: 'pending', dueAt: null }),
      ...orders,
    ].toSorted(compare);
    expect(listed.map(({ id }) => id)).toEqual([2, 3, 4, 7, 1, 8, 9]);
    expect(listed.map((one) => dueGroupOf(one, Date.parse('2025-11-03T21:00:00.001Z')))).toEqual([
      'priority',
      'overdue',
      'open',
      'open',
      'done',
      'done',
      'done',
    ]);
  });
});

describe('views (OWN-1530)', () => {
  const now = Date.parse('2025-11-03T21:00:00.000Z');
  const minutes = (left: number) => new Date(now + left * 60_000).toISOString();
  const open = [
    order({ id: 9, dueAt: minutes(-1) }),
    order({ id: 8, dueAt: minutes(0), status: 'processing', processedById: 7 }),
    order({ id: 7, dueAt: minutes(DUE_SOON_MINUTES) }),
    order({ id: 6, dueAt: null, priority: true }),
    order({ id: 5, dueAt: minutes(-1), status: 'completed', processedById: 7, priority: true }),
    order({ id: 4, dueAt: null, status: 'processing', processedById: 8 }),
  ];
  const inView = (view: OrderView, viewer: ViewContext = { userId: 7, now }) => {
    const rule = orderListRuleFor('active', toOrderQuery('open', 'due', '', view), () => viewer);
    return open.filter(rule.includes).map(({ id }) => id);
  };

  it.each([
    ['overdue', [9]],
    ['soon', [8]],
    ['mine', [8]],
    ['priority', [6]],
  ] as const)('%s has open orders only', (view, found) => expect(inView(view)).toEqual(found));

  it('mine is empty without an account', () =>
    expect(inView('mine', { userId: undefined, now })).toEqual([]));

  it('have a group of their own for what is due soon', () => {
    expect(open.map((one) => dueGroupOf(one, now))).toEqual([
      'overdue',
      'soon',
      'open',
      'priority',
      'done',
      'open',
    ]);
  });
});

describe('search (ADMIN-2.20)', () => {
  it.each([
    ['4', [4]],
    ['#4', [4]],
    ['FINN', [1]],
    ['wing', [4]],
    ['nova.mines', [2, 4, 3]],
    ['thebold', [1]],
    ['  wings ', [4]],
    ['nothing', []],
    ['%', []],
  ])('finds by %j', (search, found) => expect(shown('all', search)).toEqual(found));

  it('copes with names that are missing', () => {
    expect(orderMatchesSearch(order({ discordUsername: null, minecraftName: null }), 'null')).toBe(false);
  });
});

describe('isOrderOverdue (OWN-86)', () => {
  it('speaks of open orders past their time only', () => {
    const due = Date.parse('2025-11-03T20:45:00.000Z');
    expect([due, due + 1].map((now) => isOrderOverdue(order(), now))).toEqual([false, true]);
    expect(isOrderOverdue(order({ status: 'completed' }), due + 1)).toBe(false);
  });
});
