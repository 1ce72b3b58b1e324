import { TICKET_PRIORITIES, TICKET_SORTS, type TicketSort } from '@pax/contracts';
import { ShopError } from '../../platform/problem.js';
import type { ListRead, PageStart } from '../../platform/lists/list-page.js';
import type { Where } from '../../platform/database/where.js';

const isSort = (name: string): name is TicketSort => TICKET_SORTS.some((known) => known === name);

const WAITS = `(t.status IN ('open', 'in_progress'))`;
const IS_FIRST = `(t.priority_support AND ${WAITS})`;
const URGENCY = `array_position(ARRAY[${TICKET_PRIORITIES.map((priority) => `'${priority}'`).join(', ')}], t.priority)`;
// As int8: an id beyond the column's type is lawful and names no ticket.
const idIn = (where: Where, id: number): string => `${where.value(id)}::int8`;

/** How the list of tickets is ordered, and where a page of it starts. */
interface Ordering extends Pick<ListRead, 'orderBy' | 'first'> {
  readonly after: (where: Where, start: PageStart) => string;
}

/** Tickets that wait and have priority support come first, then the newest. */
const newest: Ordering = {
  orderBy: `${IS_FIRST} DESC, t.id DESC`,
  first: IS_FIRST,
  after: (where, { isFirstPart, id }) => {
    const isAfter = `t.id < ${idIn(where, id)}`;
    return isFirstPart ? `NOT ${IS_FIRST} OR ${isAfter}` : `NOT ${IS_FIRST} AND ${isAfter}`;
  },
};

const WAITING_ORDER = `NOT t.priority_support, -${URGENCY}, t.id`;
/** Waiting tickets by priority support, the sender's priority and age; then ended ones, the newest first. */
const urgent: Ordering = {
  orderBy: `${WAITS} DESC,
    CASE WHEN ${WAITS} THEN NOT t.priority_support END, CASE WHEN ${WAITS} THEN -${URGENCY} END,
    CASE WHEN ${WAITS} THEN t.id ELSE -t.id END`,
  first: WAITS,
  after: (where, { isFirstPart, id }) => {
    const at = idIn(where, id);
    if (!isFirstPart) return `NOT ${WAITS} AND t.id < ${at}`;
    const of = (column: string): string => `(SELECT ${column} FROM tickets t WHERE t.id = ${at})`;
    const start = `${of('NOT t.priority_support')}, ${of(`-${URGENCY}`)}, ${at}`;
    return `NOT ${WAITS} OR (${WAITING_ORDER}) > (${start})`;
  },
};

/** @throws ShopError VALIDATION for an unknown order */
export function orderingOf(sort: string | undefined): Ordering {
  const name = sort || 'newest';
  if (!isSort(name)) throw new ShopError('VALIDATION', 'sort: not an order of this list');
  return { newest, urgent }[name];
}
