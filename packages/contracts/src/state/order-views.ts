/** Views of the open orders: past their due time, due soon, taken by the viewer, with priority. */
export const ORDER_VIEWS = ['overdue', 'soon', 'mine', 'priority'] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];
export const isOrderView = (name: string): name is OrderView => ORDER_VIEWS.some((known) => known === name);

/** Minutes before its due time from which an order is due soon. */
export const DUE_SOON_MINUTES = 15;
