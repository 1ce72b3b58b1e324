import {
  linkedTicket,
  type AdminTicket,
  type LinkedTicket,
  type Picture,
  type Ticket as WireTicket,
} from '@pax/contracts';
import { In, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../infra/database/sql.js';
import { cachedPerTransaction } from '../../infra/outbox/projections.js';
import { Ticket } from './ticket.entity.js';
import { picturesOf } from './ticket-pictures.js';

const factsRow = z.object({ id: z.number(), username: z.string().nullable(), notes: z.number() });

const senderTicket = (row: Ticket, attachments: Picture[]): WireTicket => ({
  id: row.id,
  name: row.name,
  email: row.email,
  subject: row.subject,
  message: row.message,
  priority: row.priority,
  status: row.status,
  response: row.response,
  attachments,
  rating: row.rating,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  version: row.version,
});

/** Tickets as their sender sees them. */
export async function toWireTickets(
  manager: EntityManager,
  tickets: readonly Ticket[],
): Promise<WireTicket[]> {
  const pictures = await picturesOf(
    manager,
    tickets.map(({ id }) => id),
  );
  return tickets.map((ticket) => senderTicket(ticket, pictures.get(ticket.id) ?? []));
}

/** A ticket as its sender sees it. */
export async function toWireTicket(manager: EntityManager, ticket: Ticket): Promise<WireTicket> {
  const [shown] = await toWireTickets(manager, [ticket]);
  if (!shown) throw new Error(`ticket ${ticket.id} was not mapped`);
  return shown;
}

/** A ticket as its secret link shows it. */
export async function toLinkedTicket(manager: EntityManager, ticket: Ticket): Promise<LinkedTicket> {
  return linkedTicket.parse(await toWireTicket(manager, ticket));
}

/** Tickets as the panel shows them, with the names of their accounts and the count of their notes. */
export async function toAdminTickets(
  manager: EntityManager,
  tickets: readonly Ticket[],
): Promise<AdminTicket[]> {
  if (tickets.length === 0) return [];
  const rows = await sql(manager).rows(
    factsRow,
    `SELECT t.id, u.username, (SELECT count(*)::int FROM ticket_notes n WHERE n.ticket_id = t.id) AS notes
       FROM tickets t LEFT JOIN users u ON u.id = t.user_id WHERE t.id = ANY($1)`,
    [tickets.map(({ id }) => id)],
  );
  const facts = new Map(rows.map((row) => [row.id, row]));
  const pictures = await picturesOf(manager, [...facts.keys()]);
  return tickets.map((ticket) => ({
    ...senderTicket(ticket, pictures.get(ticket.id) ?? []),
    userId: ticket.userId,
    username: facts.get(ticket.id)?.username ?? null,
    tier: ticket.tier,
    prioritySupport: ticket.prioritySupport,
    notes: facts.get(ticket.id)?.notes ?? 0,
  }));
}

/** One ticket as the panel shows it. */
export async function toAdminTicket(manager: EntityManager, ticket: Ticket): Promise<AdminTicket> {
  const [answer] = await toAdminTickets(manager, [ticket]);
  if (!answer) throw new Error(`ticket ${ticket.id} was not mapped`);
  return answer;
}

/** Tickets by id as the panel shows them, read once per step of the relay. */
export const cachedTickets = cachedPerTransaction(async (tx, ids: readonly number[]) => {
  const tickets = await toAdminTickets(tx, await tx.findBy(Ticket, { id: In([...ids]) }));
  return new Map(tickets.map((ticket) => [ticket.id, ticket]));
});
