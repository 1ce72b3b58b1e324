import type { Order } from '@pax/contracts';

export const ORDER_FILTERS = ['all', 'open', 'done'] as const;
/** Alle; Ausstehend: pending and processing; Abgeschlossen (ADMIN-2.19). */
export type OrderFilter = (typeof ORDER_FILTERS)[number];

export const isOpen = ({ status }: Order): boolean => status === 'pending' || status === 'processing';

const belongs: Record<OrderFilter, (order: Order) => boolean> = {
  all: () => true,
  open: isOpen,
  done: ({ status }) => status === 'completed',
};

/** Whether an open order is past its time at `now`, ms (OWN-86). */
export const isOverdue = (order: Order, now: number): boolean =>
  isOpen(order) && order.dueAt !== null && Date.parse(order.dueAt) < now;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Whether an order matches a search in id, username, product, Discord and game name (ADMIN-2.20). */
export function matches(order: Order, search: string): boolean {
  const wanted = folded(search.trim());
  if (wanted === '') return true;
  if (String(order.id) === wanted.replace(/^#/, '')) return true;
  return [order.username, order.productName, order.discordUsername, order.minecraftName].some(
    (text) => text !== null && folded(text).includes(wanted),
  );
}

const time = (moment: string | null): number =>
  moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment);

/** Sorts open orders: priority first, then by due time. */
const byUrgency = (a: Order, b: Order): number =>
  Number(b.priority) - Number(a.priority) || time(a.dueAt) - time(b.dueAt) || a.id - b.id;

/** The rows of a filter and search; Ausstehend by urgency, the others newest first. */
export function visibleOrders(
  orders: readonly Order[],
  filter: OrderFilter,
  search: string,
): readonly Order[] {
  const rows = orders.filter((order) => belongs[filter](order) && matches(order, search));
  return filter === 'open' ? rows.sort(byUrgency) : rows;
}

/** How many orders each filter holds. */
export const countByFilter = (orders: readonly Order[]): Record<OrderFilter, number> => ({
  all: orders.length,
  open: orders.filter(belongs.open).length,
  done: orders.filter(belongs.done).length,
});
