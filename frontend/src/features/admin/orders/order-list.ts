import { ACTIVE_STATUSES, type Order, type OrderStatus } from '@pax/contracts';

/** A list of the panel as far as it is loaded, newest first. */
export interface OrderList {
  readonly orders: readonly Order[];
  /** How many there are in all. */
  readonly total: number;
  /** Cursor of the page after the loaded ones; undefined when all are here. */
  readonly next: string | undefined;
}

/** The two lists: pending, processing, completed; and archived, cancelled. The active one is always loaded whole. */
export interface Books {
  readonly active: OrderList | undefined;
  readonly archived: OrderList | undefined;
}

export type BookName = keyof Books;

export const isActive = (status: OrderStatus): boolean => ACTIVE_STATUSES.includes(status);

export const bookOf = ({ status }: Order): BookName => (isActive(status) ? 'active' : 'archived');

export const findOrder = ({ active, archived }: Books, id: number): Order | undefined =>
  active?.orders.find((order) => order.id === id) ?? archived?.orders.find((order) => order.id === id);

/** Whether the books know this version of the order, or a newer one. */
export const isKnown = (books: Books, { id, version }: Order): boolean =>
  (findOrder(books, id)?.version ?? 0) >= version;

const without = (book: OrderList, id: number): OrderList => {
  const orders = book.orders.filter((order) => order.id !== id);
  return orders.length === book.orders.length ? book : { ...book, orders, total: book.total - 1 };
};

/** Puts an order in its place by id; what lies beyond the loaded pages is counted there already. */
function withOrder(book: OrderList, order: Order): OrderList {
  const place = book.orders.findIndex(({ id }) => id <= order.id);
  if (book.orders[place]?.id === order.id) return { ...book, orders: book.orders.with(place, order) };
  if (place < 0 && book.next !== undefined) return book;
  const orders = book.orders.toSpliced(place < 0 ? book.orders.length : place, 0, order);
  return { ...book, orders, total: book.total + 1 };
}

/** One book with the newest state of an order: taken in, replaced, or taken out since it moved to the other book. */
export const placeIn = (name: BookName, book: OrderList, order: Order): OrderList =>
  bookOf(order) === name ? withOrder(book, order) : without(book, order.id);
