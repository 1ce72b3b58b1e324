import { ORDER_SORTS, type OrderSort, type OrderStatus } from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import type { ListRead, PageStart } from '../../platform/lists/list-page.js';
import type { Where } from '../../platform/database/sql.js';

const isOrderSort = (name: string): name is OrderSort => ORDER_SORTS.some((known) => known === name);
const isOpenOrderStatus = (status: OrderStatus): boolean => status === 'pending' || status === 'processing';

const IS_OPEN = `o.status IN ('pending', 'processing')`;
const IS_PRIORITY = `(o.priority AND ${IS_OPEN})`;
/** SQL of the group by which the panel sorts orders: open with priority, other open ones, finished ones. */
const GROUP = `(CASE WHEN o.status NOT IN ('pending', 'processing') THEN 2 WHEN o.priority THEN 0 ELSE 1 END)`;
const DUE = `coalesce(o.due_at, 'infinity'::timestamptz)`;
// Casts the id to int8, because a cursor may contain a larger number than the column's type allows.
const idParameter = (where: Where, id: number): string => `${where.addParameter(id)}::int8`;

/** An ordering of a list of orders: its SQL, and the condition for the next page. */
interface Ordering extends Pick<ListRead, 'orderBy' | 'first'> {
  readonly after: (where: Where, start: PageStart) => string;
}

/** Puts open orders with Free Delivery first, then sorts by newest. */
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
/** Sorts by group, then by the earliest due time. */
const due: Ordering = {
  orderBy: `${GROUP}, ${DUE}, o.id`,
  first: IS_OPEN,
  after: (where, { isFirstPart, id }) => {
    const at = idParameter(where, id);
    const orderColumnSql = (column: string): string => `(SELECT ${column} FROM orders o WHERE o.id = ${at})`;
    // Treats an order that was finished since the cursor was made as still open, so that the next page continues
    // there.
    const group = isFirstPart ? orderColumnSql('CASE WHEN o.priority THEN 0 ELSE 1 END') : '2';
    return `(${GROUP}, ${DUE}, o.id) > (${group}, ${orderColumnSql(DUE)}, ${at})`;
  },
};
const total: Ordering = {
  orderBy: 'o.total_cents DESC, o.id DESC',
  after: (where, { id }) => {
    const at = idParameter(where, id);
    return `(o.total_cents, o.id) < ((SELECT total_cents FROM orders WHERE id = ${at}), ${at})`;
  },
};

/**
 * Chooses the ordering for a list of orders with the given statuses.
 * @throws ShopError VALIDATION for an unknown sort
 */
export function orderingFor(sort: string | undefined, statuses: readonly OrderStatus[]): Ordering {
  const name = sort || 'newest';
  if (!isOrderSort(name)) throw new ShopError('VALIDATION', 'sort: not an order of this list');
  return { newest: statuses.some(isOpenOrderStatus) ? newestWithPriority : newest, due, total }[name];
}
