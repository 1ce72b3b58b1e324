import {
  bellContent,
  TIERS,
  type BellContent,
  formatCentsAsDecimal,
  NOTICE_EVENTS,
  ticketSide,
  type DeliveryTimes,
  type EventType,
  type NoticeContent,
  type Order,
  type ReturnedSum,
} from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { forgetBellContents } from '../../platform/outbox/bell-notice.js';
import type { EventWrite, OutboxEvent } from '../../platform/outbox/projections.js';
import { findOrdersByReferences } from '../../shop/orders/find-orders.js';
import { cachedOrders } from '../../shop/orders/order.mapper.js';
import { readEndedTickets, readWrittenTickets } from '../tickets/tickets-for-discord.js';
import type { NewNotice } from './notice-rows.js';

/** A way in which notices reach people: the bell, direct messages, mails. Runs in the relay's transaction. */
export type NoticeWriter = (tx: Tx, notices: readonly NewNotice[]) => Promise<void>;

type ListNotices = (tx: Tx, events: readonly OutboxEvent[]) => Promise<NewNotice[]>;

/** Makes the write that gives every notice to all ways, in the order of the events. */
export function noticeWrite(writers: readonly NoticeWriter[], delivery: DeliveryTimes): EventWrite {
  const sources: readonly (readonly [types: readonly EventType[], list: ListNotices])[] = [
    [NOTICE_EVENTS.checkout, (tx, events) => listPaidNotices(tx, events, delivery)],
    [NOTICE_EVENTS.order, listOrderNotices],
    [NOTICE_EVENTS.ticket, listTicketNotices],
    [NOTICE_EVENTS.message, listTicketMessageNotices],
    [NOTICE_EVENTS.bell, listBellNotices],
  ];
  return {
    types: sources.flatMap(([types]) => types),
    tellsPeople: true,
    write: async (tx, events) => {
      const notices: NewNotice[] = [];
      for (const [types, list] of sources) {
        const own = events.filter(({ type }) => types.includes(type));
        if (own.length > 0) notices.push(...(await list(tx, own)));
      }
      const order = new Map(events.map(({ eventId, id }) => [eventId, id]));
      notices.sort((one, other) => (order.get(one.eventId) ?? 0) - (order.get(other.eventId) ?? 0));
      for (const write of writers) await write(tx, notices);
    },
  };
}

async function listPaidNotices(
  tx: Tx,
  events: readonly OutboxEvent[],
  { coinsMinutes, otherHours }: DeliveryTimes,
): Promise<NewNotice[]> {
  const lines = await findOrdersByReferences(
    tx,
    events.map(({ aggregateId }) => aggregateId),
  );
  const orders = await cachedOrders(
    tx,
    lines.map(({ id }) => id),
  );
  return events.flatMap(({ eventId, aggregateId, occurredAt }): NewNotice[] => {
    const bought = lines.filter(({ ref }) => ref === aggregateId);
    const own = bought.flatMap(({ id }) => orders.get(id) ?? []);
    const [first] = own;
    if (!first) return [];
    const content: NoticeContent = {
      kind: 'paid',
      checkout: aggregateId,
      orders: own.map(summariseOrder),
      total: formatCentsAsDecimal(bought[0]?.totalCents ?? 0),
      usualMinutes: own.every(({ coins }) => coins !== null) ? coinsMinutes : otherHours * 60,
    };
    return [{ eventId, userId: first.userId, topic: `checkout:${aggregateId}`, content, occurredAt }];
  });
}

async function listOrderNotices(tx: Tx, events: readonly OutboxEvent[]): Promise<NewNotice[]> {
  const orders = await cachedOrders(
    tx,
    events.map(({ aggregateId }) => Number(aggregateId)),
  );
  return events.flatMap((event): NewNotice[] => {
    const { eventId, aggregateId, occurredAt } = event;
    const order = orders.get(Number(aggregateId));
    if (!order) return [];
    return [
      {
        eventId,
        userId: order.userId,
        topic: `order:${order.id}`,
        content: orderContent(event, order),
        occurredAt,
      },
    ];
  });
}

/** The content by the event, not by the order's newest state, so that a late event repeats no newer one. */
function orderContent({ type, data }: OutboxEvent, newest: Order): NoticeContent | null {
  const order = summariseOrder(newest);
  if (type === 'order.processing') return { kind: 'taken', order: { ...order, status: 'processing' } };
  if (type === 'order.completed') return { kind: 'delivered', order: { ...order, status: 'completed' } };
  if (type === 'order.cancelled')
    return { kind: 'cancelled', order: { ...order, status: 'cancelled' }, returned: returnedOf(data) };
  return type === 'order.refunded' ? { kind: 'refunded', order, returned: returnedOf(data) } : null;
}

const returnedCents = z.object({ cashCents: z.int().default(0), creditCents: z.int().default(0) });

function returnedOf(data: OutboxEvent['data']): ReturnedSum {
  const { cashCents, creditCents } = returnedCents.parse(data);
  const [cash, credit] = [formatCentsAsDecimal(cashCents), formatCentsAsDecimal(creditCents)];
  return data['isOfDispute'] === true ? { cash: '0.00', credit, byDispute: cash } : { cash, credit };
}

const summariseOrder = ({ id, productName, quantity, status, minecraftName, createdAt }: Order) => ({
  id,
  productName,
  quantity,
  status,
  minecraftName,
  createdAt,
});

/** Lists notices to account holders about an answered or closed ticket, without the text of the answer. */
async function listTicketNotices(tx: Tx, events: readonly OutboxEvent[]): Promise<NewNotice[]> {
  const ended = await readEndedTickets(
    tx,
    events.map(({ aggregateId }) => Number(aggregateId)),
  );
  const tickets = new Map(ended.map((row) => [String(row.id), row]));
  return events.flatMap(({ eventId, aggregateId, occurredAt }): NewNotice[] => {
    const found = tickets.get(aggregateId);
    if (!found) return [];
    const { userId, ...ticket } = found;
    return [
      { eventId, userId, topic: `ticket:${aggregateId}`, content: { kind: 'ticket', ticket }, occurredAt },
    ];
  });
}

const messageData = z.object({ messageId: z.number().int(), side: ticketSide });

/** Lists notices to account holders that staff wrote in a ticket; each message is a topic of its own. */
async function listTicketMessageNotices(tx: Tx, events: readonly OutboxEvent[]): Promise<NewNotice[]> {
  const written = events.map((event) => ({ event, ...messageData.parse(event.data) }));
  const found = await readWrittenTickets(
    tx,
    written.flatMap(({ messageId, side }) => (side === 'staff' ? [messageId] : [])),
  );
  const tickets = new Map(found.map((row) => [row.messageId, row]));
  return written.flatMap(({ event: { eventId, aggregateId, occurredAt }, messageId }): NewNotice[] => {
    const row = tickets.get(messageId);
    if (!row) return [];
    const { userId, createdAt, ...ticket } = row;
    const content: NoticeContent = {
      kind: 'ticket',
      ticket: { ...ticket, state: 'written', createdAt: createdAt.toISOString() },
    };
    return [{ eventId, userId, topic: `ticket:${aggregateId}:message:${messageId}`, content, occurredAt }];
  });
}

const bellData = z.object({ userId: z.number().int(), content: bellContent.optional() });
const toldTierRow = z.object({ userId: z.number(), tier: z.enum(TIERS) });

/** Takes out the notices that events carry themselves; a tier only if it is higher than all that were told before. */
async function listBellNotices(tx: Tx, events: readonly OutboxEvent[]): Promise<NewNotice[]> {
  const given = events.flatMap(({ eventId, occurredAt, data }) => {
    const { userId, content } = bellData.parse(data);
    return content ? [{ eventId, occurredAt, userId, content }] : [];
  });
  await forgetBellContents(
    tx,
    given.map(({ eventId }) => eventId),
  );
  const highest = await readHighestTiers(
    tx,
    given.flatMap(({ userId, content }) => (content.kind === 'tier' ? [userId] : [])),
  );
  return given.flatMap((one): NewNotice[] => {
    const { content, userId } = one;
    if (content.kind === 'tier') {
      const rank = TIERS.indexOf(content.tier);
      if (rank <= (highest.get(userId) ?? 0)) return [];
      highest.set(userId, rank);
    }
    return [{ ...one, topic: bellTopicOf(one) }];
  });
}

/** Topic of a notice; a newer notice on the same product or tier may replace an unsent one. */
function bellTopicOf({
  eventId,
  userId,
  content,
}: {
  eventId: string;
  userId: number;
  content: BellContent;
}): string {
  if (content.kind === 'restocked') return `restocked:${content.product.id}:${userId}`;
  return content.kind === 'tier' ? `tier:${userId}` : `${content.kind}:${eventId}`;
}

/** Reads the rank of the highest tier that accounts were told of. */
async function readHighestTiers(tx: Tx, userIds: readonly number[]): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await sql(tx).rows(
    toldTierRow,
    `SELECT DISTINCT user_id AS "userId", content->>'tier' AS tier FROM notices WHERE user_id = ANY($1) AND kind = 'tier'`,
    [userIds],
  );
  const highest = new Map<number, number>();
  for (const { userId, tier } of rows)
    highest.set(userId, Math.max(highest.get(userId) ?? 0, TIERS.indexOf(tier)));
  return highest;
}
