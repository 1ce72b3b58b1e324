import { order } from '@pax/contracts';
import { loadHttp } from '../load/http-load.js';
import type { Metric, Row } from '../row.js';
import { quantile } from '../statistics.js';

/** What the panel asks of its long lists; the search finds little among much, which reads the most. */
const LISTS = {
  orders: ['orders', '/api/admin/orders'],
  archive: ['archive', '/api/admin/orders/archived'],
  search: ['search in the archive', '/api/admin/orders/archived?q=elytra'],
  users: ['users by spending', '/api/admin/users?sort=totalSpent'],
  names: ['search of users', '/api/admin/users?q=nova'],
  tickets: ['tickets', '/api/admin/support-tickets'],
} as const;

/** The panel's lists in a shop after years: 100,000 orders, 20,000 users, 5,000 tickets (OWN-650). */
export const longLists: Row = {
  name: 'lists',
  title: 'Long lists, 95 of 100 within',
  how:
    'a page of each list of the panel with 100,000 orders, 20,000 users and 5,000 tickets, asked by one admin without ' +
    'pause · floor: one order by its primary key, asked of the same shop',
  metrics: Object.entries(LISTS).map(([key, [title]]): Metric => ({ key, title, unit: 'ms', atMost: 5 })),
  async open(benchShop) {
    const { shop, admin, sizes } = await benchShop();
    if (sizes.isLarge) await shop.seedLarge();
    const [some] = await admin.get('/api/admin/orders', order.array());
    if (!some) throw new Error('the seed has no orders');
    const p95 = async (path: string): Promise<number> => {
      const headers = { cookie: admin.cookieHeader };
      const { answersMs } = await loadHttp({ url: `${shop.shopUrl}${path}`, headers }, 1, sizes.listMs / 4);
      return quantile(answersMs, 0.95);
    };
    const each = async (path: (list: string) => string): Promise<Record<string, number>> => {
      const values: Record<string, number> = {};
      for (const [key, [, list]] of Object.entries(LISTS)) values[key] = await p95(path(list));
      return values;
    };
    const sides = {
      shop: () => each((list) => list),
      floor: () => each(() => `/api/admin/orders/${some.id}`),
    };
    await sides.shop();
    await sides.floor();
    return { ...sides, close: async () => undefined };
  },
};
