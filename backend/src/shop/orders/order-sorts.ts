import { ORDER_SORTS, type OrderSort, type OrderStatus } from '@pax/contracts';
import { ShopError } from '../../platform/problem.js';
import type { ListRead, PageStart } from '../../platform/lists/list-page.js';
import type { Where } from '../../platform/database/sql.js';

const isOrderSort = (name: string): name is OrderSort => ORDER_SORTS.some((known) => known === name);
const isOpen = (status: OrderStatus): boolean => status === 'pending' || status === 'processing';

const IS_OPEN = `o.status IN ('pending', 'processing')`;
const IS_PRIORITY = `(o.priority AND ${IS_OPEN})`;
/** Open orders with priority, the other open ones, those that are over: as the panel's filter groups them. */
const GROUP = `(CASE WHEN o.status NOT IN ('pending', 'processing') THEN 2 WHEN o.priority THEN 0 ELSE 1 END)`;
const DUE = `coalesce(o.due_at, 'infinity'::timestamptz)`;
// As int8: an id beyond the column's type is lawful and names no order.
const idParameter = (where: Where, id: number): string => `${where.value(id)}::int8`;

/** How a list of orders is ordered, and where a page of it starts. */
interface Ordering extends Pick<ListRead, 'orderBy' | 'first'> {
  readonly after: (where: Where, start: PageStart) => string;
}

/** Open orders with Free Delivery come first, then the newest. */
const newestWithPriority: Ordering = {
  orderBy: `${IS_PRIORITY} DESC, o.id DESC`,
  first: IS_PRIORITY,
  after: (where, { isFirstPart, id }) => {
    const isAfter = `o.id < ${idParameter(where, id)}`;
    return isFirstPart ? `NOT ${IS_PRIORITY} OR ${isAfter}` : `NOT ${IS_PRIORITY} AND ${isAfter}`;
  },
};
const newest: Ordering = {
  orderBy: 'o.id DESC',
  after: (where, { id }) => `o.id < ${idParameter(where, id)}`,
};
/** Within each group the earliest due first. */
const due: Ordering = {
  orderBy: `${GROUP}, ${DUE}, o.id`,
  first: IS_OPEN,
  after: (where, { isFirstPart, id }) => {
    const at = idParameter(where, id);
    const of = (column: string): string => `(SELECT ${column} FROM orders o WHERE o.id = ${at})`;
    // An order that was open is placed as if it still were.
    const group = isFirstPart ? of('CASE WHEN o.priority THEN 0 ELSE 1 END') : '2';
    return `(${GROUP}, ${DUE}, o.id) > (${group}, ${of(DUE)}, ${at})`;
  },
};
const total: Ordering = {
  orderBy: 'o.total_cents DESC, o.id DESC',
  after: (where, { id }) => {
    const at = idParameter(where, id);
    return `(o.total_cents, o.id) < ((SELECT total_cents FROM orders WHERE id = ${at}), ${at})`;
  },
};

/** How a list of some statuses is ordered. @throws ShopError VALIDATION for an unknown order */
export function orderingFor(sort: string | undefined, statuses: readonly OrderStatus[]): Ordering {
  const name = sort || 'newest';
  if (!isOrderSort(name)) throw new ShopError('VALIDATION', 'sort: not an order of this list');
  return { newest: statuses.some(isOpen) ? newestWithPriority : newest, due, total }[name];
}
