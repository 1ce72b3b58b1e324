import { order, OVERVIEW_PERIODS, PANEL_PAGE_ROWS } from '@pax/contracts';
import { loadHttp } from '../load/http-load.js';
import type { Metric, MetricValues, Row } from '../row.js';
import { computeQuantile } from '../statistics.js';

/** Requests for long lists in the panel: each view and sort order, some filters, searches with many and few matches. */
const LISTS = {
  orders: ['orders', '/api/admin/orders'],
  ordersOpen: ['open orders', '/api/admin/orders?state=pending,processing'],
  viewOverdue: ['overdue orders', '/api/admin/orders?sort=due&state=pending,processing,overdue'],
  viewSoon: ['orders due soon', '/api/admin/orders?sort=due&state=pending,processing,soon'],
  viewMine: ['own orders', '/api/admin/orders?sort=due&state=pending,processing,mine'],
  viewPriority: ['orders with priority', '/api/admin/orders?sort=due&state=pending,processing,priority'],
  ordersDue: ['orders by due time', '/api/admin/orders?sort=due'],
  ordersTotal: ['orders by total', '/api/admin/orders?sort=total'],
  openTotal: ['open orders by total', '/api/admin/orders?sort=total&state=pending,processing'],
  ordersSearch: ['search in orders', '/api/admin/orders?q=elytra'],
  ordersRare: ['rare search in orders', '/api/admin/orders?q=amberfox77'],
  archive: ['archive', '/api/admin/orders/archived'],
  archiveTotal: ['archive by total', '/api/admin/orders/archived?sort=total'],
  search: ['search in the archive', '/api/admin/orders/archived?q=elytra'],
  usersNewest: ['users', '/api/admin/users'],
  users: ['users by spending', '/api/admin/users?sort=totalSpent'],
  usersCredit: ['users by credit', '/api/admin/users?sort=storeCredit'],
  usersPoints: ['users by points', '/api/admin/users?sort=loyaltyPoints'],
  usersName: ['users by name', '/api/admin/users?sort=username'],
  usersBlocked: ['blocked users', '/api/admin/users?state=blocked'],
  names: ['search of users', '/api/admin/users?q=nova'],
  namesMany: ['search of users that finds many', '/api/admin/users?q=fox&sort=storeCredit'],
  tickets: ['tickets', '/api/admin/support-tickets'],
  ticketsUrgent: ['tickets by urgency', '/api/admin/support-tickets?sort=urgent'],
  ticketsEnded: ['ended tickets', '/api/admin/support-tickets?state=resolved,closed'],
  ticketsSearch: ['search of tickets', '/api/admin/support-tickets?q=refund'],
} as const;

/** Requests for figures of the panel, which take no page size. */
const FIGURES = {
  counts: ['numbers beside the tabs', '/api/admin/counts'],
  views: ['numbers beside the views', '/api/admin/orders/views'],
  ...Object.fromEntries(
    OVERVIEW_PERIODS.map((period) => [
      `overview-${period}`,
      [`overview of ${period}`, `/api/admin/overview?period=${period}`],
    ]),
  ),
} as const satisfies Record<string, readonly [title: string, path: string]>;

/** Number of alternations between list and floor in one measurement. */
const TURNS = 5;

/** Bench row: lists of the panel after years of operation: 100,000 orders, 20,000 users, 5,000 tickets. */
export const longLists: Row = {
  name: 'lists',
  title: 'Long lists, 95 of 100 within',
  how:
    'first pages of 100,000 orders, 20,000 users and 5,000 tickets, the numbers beside tabs and views, and the ' +
    'overview, asked by one admin without pause; floor: one order by its primary key, asked of the same shop in turn',
  metrics: Object.entries({ ...LISTS, ...FIGURES }).map(([key, [title]]): Metric => ({
    key,
    title,
    unit: 'ms',
    atMost: 5,
  })),
  async open(benchShop) {
    const { shop, admin, sizes } = await benchShop();
    if (sizes.isLarge) await shop.seedLarge();
    const [some] = await admin.get('/api/admin/orders', order.array());
    if (!some) throw new Error('the seed has no orders');
    const headers = { cookie: admin.cookieHeader };
    const measureAnswers = async (path: string): Promise<readonly number[]> =>
      (await loadHttp({ url: `${shop.shopUrl}${path}`, headers }, 1, sizes.loadMs / (4 * TURNS))).answersMs;
    const firstPages = Object.entries(LISTS).map(
      ([key, [, path]]) => [key, `${path}${path.includes('?') ? '&' : '?'}limit=${PANEL_PAGE_ROWS}`] as const,
    );
    const figures = Object.entries(FIGURES).map(([key, [, path]]) => [key, path] as const);
    /** Alternates the list with a plain list ordered by key, since the speed of a machine changes within seconds. */
    const measureLists = async (): Promise<Record<'shop' | 'floor', Record<string, number>>> => {
      const values: Record<'shop' | 'floor', Record<string, number>> = { shop: {}, floor: {} };
      for (const [key, path] of [...firstPages, ...figures]) {
        const answers: Record<'shop' | 'floor', number[]> = { shop: [], floor: [] };
        for (let turn = 0; turn < TURNS; turn += 1) {
          answers.shop.push(...(await measureAnswers(path)));
          answers.floor.push(...(await measureAnswers(`/api/admin/orders/${some.id}`)));
        }
        values.shop[key] = computeQuantile(answers.shop, 0.95);
        values.floor[key] = computeQuantile(answers.floor, 0.95);
      }
      return values;
    };
    // The first answers are not measured, since they load and compile code.
    await measureLists();
    const sides = createSides(measureLists);
    return { ...sides, close: async () => undefined };
  },
};

/** Creates both sides from one measurement: the result of the other side is kept for its next call. */
function createSides(measure: () => Promise<Record<'shop' | 'floor', MetricValues>>) {
  const waiting: Record<'shop' | 'floor', MetricValues[]> = { shop: [], floor: [] };
  const takeSide = async (side: 'shop' | 'floor', other: 'shop' | 'floor'): Promise<MetricValues> => {
    const measured = waiting[side].shift();
    if (measured) return measured;
    const both = await measure();
    waiting[other].push(both[other]);
    return both[side];
  };
  return { shop: () => takeSide('shop', 'floor'), floor: () => takeSide('floor', 'shop') };
}
