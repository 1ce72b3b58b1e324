import type { DirectMessageContent, Order } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import type { EventWrite, OutboxEvent } from '../../platform/outbox/projections.js';
import { cachedOrders } from '../../shop/orders/order.mapper.js';
import { queueDirectMessages, type NewDirectMessage } from './direct-message-rows.js';
import { findOrdersByReferences } from '../../shop/orders/find-orders.js';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../settings.js';
import { readEndedTickets } from '../../support/tickets/tickets-for-discord.js';

/** Order states that the buyer is notified of. The state `pending` only cancels a message that was not sent yet. */
const NOTIFIED_STATUSES: readonly Order['status'][] = ['processing', 'completed', 'cancelled'];

const summariseOrder = ({ id, productName, quantity, status, minecraftName, createdAt }: Order) => ({
  id,
  productName,
  quantity,
  status,
  minecraftName,
  createdAt,
});

/** Queues direct messages to buyers about a paid purchase and its orders. */
export const paidMessages: EventWrite = {
  types: ['checkout.paid'],
  write: async (tx, events) => {
    const orders = await readOrdersByCheckout(tx, events);
    await queueDirectMessages(
      tx,
      events.flatMap(({ eventId, aggregateId, occurredAt }): NewDirectMessage[] => {
        const own = orders.get(aggregateId) ?? [];
        const [first] = own;
        if (!first) return [];
        const content: DirectMessageContent = {
          kind: 'paid',
          checkout: aggregateId,
          orders: own.map(summariseOrder),
        };
        return [{ eventId, userId: first.userId, topic: `checkout:${aggregateId}`, content, occurredAt }];
      }),
    );
  },
};

/**
 * Queues direct messages to buyers about an order that staff started, completed or cancelled, in its newest state.
 */
export const orderMessages: EventWrite = {
  types: ['order.processing', 'order.released', 'order.completed', 'order.cancelled'],
  write: async (tx, events) => {
    const orders = await cachedOrders(
      tx,
      events.map(({ aggregateId }) => Number(aggregateId)),
    );
    await queueDirectMessages(
      tx,
      events.flatMap(({ eventId, aggregateId, occurredAt }): NewDirectMessage[] => {
        const order = orders.get(Number(aggregateId));
        if (!order) return [];
        const content: DirectMessageContent | null = NOTIFIED_STATUSES.includes(order.status)
          ? { kind: 'order', order: summariseOrder(order) }
          : null;
        return [{ eventId, userId: order.userId, topic: `order:${order.id}`, content, occurredAt }];
      }),
    );
  },
};

async function readOrdersByCheckout(tx: Tx, events: readonly OutboxEvent[]): Promise<Map<string, Order[]>> {
  const lines = await findOrdersByReferences(
    tx,
    events.map(({ aggregateId }) => aggregateId),
  );
  const orders = await cachedOrders(
    tx,
    lines.map(({ id }) => id),
  );
  const byRef = new Map<string, Order[]>();
  for (const { id, ref } of lines) {
    const order = orders.get(id);
    if (order) byRef.set(ref, [...(byRef.get(ref) ?? []), order]);
  }
  return byRef;
}

/** Queues direct messages to account holders about an answered or closed ticket, without the text of the answer. */
const ticketMessages: EventWrite = {
  types: ['ticket.answered', 'ticket.closed'],
  write: async (tx, events) => {
    const ended = await readEndedTickets(
      tx,
      events.map(({ aggregateId }) => Number(aggregateId)),
    );
    const tickets = new Map(ended.map((row) => [String(row.id), row]));
    await queueDirectMessages(
      tx,
      events.flatMap(({ eventId, aggregateId, occurredAt }): NewDirectMessage[] => {
        const found = tickets.get(aggregateId);
        if (!found) return [];
        const { userId, ...ticket } = found;
        const content = { kind: 'ticket', ticket } as const;
        return [{ eventId, userId, topic: `ticket:${aggregateId}`, content, occurredAt }];
      }),
    );
  },
};

/** The direct messages that events cause; none without a bot in the settings. */
@Injectable()
export class DirectMessageProjections {
  readonly writes: readonly EventWrite[];

  constructor(@Inject(SETTINGS) { discord }: Settings) {
    this.writes = discord.token === undefined ? [] : [paidMessages, orderMessages, ticketMessages];
  }
}
