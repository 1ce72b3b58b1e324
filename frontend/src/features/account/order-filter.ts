import type { Order } from '@pax/contracts';

/** Filters of the account's orders. */
export const ORDER_FILTERS = ['all', 'open', 'delivered', 'cancelled'] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

const STATUS_FILTER: Record<Order['status'], OrderFilter> = {
  pending: 'open',
  processing: 'open',
  completed: 'delivered',
  archived: 'delivered',
  cancelled: 'cancelled',
};

/** Converts a text to the form in which searches compare it, without case and accents. */
const toSearchForm = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns the texts by which an order is found. */
const searchTextsOf = ({ id, productName, minecraftName, discordUsername, checkout }: Order): string =>
  toSearchForm([`#${id}`, productName, minecraftName, discordUsername, checkout].join('\n'));

/**
 * Returns the orders that match the filter and contain every word of the search: number, product, names or reference.
 */
export function filterOrders(orders: readonly Order[], filter: OrderFilter, search: string): Order[] {
  const words = toSearchForm(search).split(/\s+/).filter(Boolean);
  return orders.filter((order) => {
    if (filter !== 'all' && STATUS_FILTER[order.status] !== filter) return false;
    const texts = words.length === 0 ? '' : searchTextsOf(order);
    return words.every((word) => texts.includes(word));
  });
}
