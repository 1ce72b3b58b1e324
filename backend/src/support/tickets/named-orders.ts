import { MAX_NAMED_ORDERS, type NamedOrder } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { findOrderOwners } from '../../shop/orders/find-orders.js';
import type { Ticket } from './ticket.entity.js';

/** Pattern of an order's number: after a hash, or after the word in English or German. */
const ORDER_NUMBER =
  /(?:#|\b(?:order|bestellung)(?:[ \t]*(?:nr|no|nummer|number|id))?[.:]?)[ \t]?0*([1-9]\d{0,8})(?!\d)/giu;

/** Lists the numbers of orders that a text names, in its order; reads full-width characters as plain ones. */
export function listNamedOrders(text: string): number[] {
  const numbers = [...text.normalize('NFKC').matchAll(ORDER_NUMBER)].map(([, digits]) => Number(digits));
  return [...new Set(numbers)].slice(0, MAX_NAMED_ORDERS);
}

/** Reads by ticket which orders its words name, and whether they are of its sender's account. */
export async function readNamedOrders(
  manager: EntityManager,
  tickets: readonly Ticket[],
): Promise<Map<number, NamedOrder[]>> {
  const named = tickets.map(({ id, userId, subject, message }) => ({
    id,
    userId,
    numbers: listNamedOrders(`${subject}\n${message}`),
  }));
  const owners = await findOrderOwners(manager, [
    ...new Set(named.flatMap(({ userId, numbers }) => (userId === null ? [] : numbers))),
  ]);
  return new Map(
    named.map(({ id, userId, numbers }) => [
      id,
      numbers.map((number) => ({ id: number, isOwn: userId !== null && owners.get(number) === userId })),
    ]),
  );
}
