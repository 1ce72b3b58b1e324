import {
  linkedTicket,
  type AdminTicket,
  type LinkedTicket,
  type Picture,
  type Ticket as WireTicket,
} from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { readEntities } from '../../platform/database/read-entities.js';
import { sql } from '../../platform/database/sql.js';
import { cachedPerTransaction } from '../../platform/outbox/projections.js';
import { readNamedOrders } from './named-orders.js';
import { Ticket } from './ticket.entity.js';
import { readTicketPictures } from './ticket-pictures.js';
import { discordIdOf, discordUsernameOf, usernameOf } from '../../people/accounts/account-sql.js';

const factsRow = z.object({
  id: z.number(),
  username: z.string().nullable(),
  discordId: z.string().nullable(),
  discordUsername: z.string().nullable(),
  notes: z.number(),
});

const followerRow = z.object({ id: z.number(), followsId: z.number() });

/** Version of a ticket for its sender, which leaves out internal notes. */
const senderVersionOf = ({ version, insideChanges }: Ticket): number => version - insideChanges;

/** Data of a ticket from other tables: its pictures, and the ticket that follows it. */
interface BesideTicket {
  readonly attachments: Picture[];
  readonly followedBy: number | null;
}

const buildSenderTicket = (row: Ticket, { attachments, followedBy }: BesideTicket): WireTicket => ({
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
  messages: row.messages,
  lastMessage:
    row.lastMessageAt && row.lastMessageSide
      ? { side: row.lastMessageSide, at: row.lastMessageAt.toISOString() }
      : null,
  recency: row.recency ?? row.id,
  follows: row.followsId,
  followedBy,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  version: senderVersionOf(row),
});

/** Reads what stands beside the rows of tickets, and returns it by id. */
async function readBeside(
  manager: EntityManager,
  ids: readonly number[],
): Promise<(id: number) => BesideTicket> {
  const pictures = await readTicketPictures(manager, ids);
  const followers = await sql(manager).rows(
    followerRow,
    'SELECT id, follows_id AS "followsId" FROM tickets WHERE follows_id = ANY($1)',
    [ids],
  );
  const followedBy = new Map(followers.map(({ id, followsId }) => [followsId, id]));
  return (id) => ({ attachments: pictures.get(id) ?? [], followedBy: followedBy.get(id) ?? null });
}

/** Builds tickets as their senders see them. */
export async function toWireTickets(
  manager: EntityManager,
  tickets: readonly Ticket[],
): Promise<WireTicket[]> {
  const besideOf = await readBeside(
    manager,
    tickets.map(({ id }) => id),
  );
  return tickets.map((ticket) => buildSenderTicket(ticket, besideOf(ticket.id)));
}

/** Builds a ticket as its sender sees it. */
export async function toWireTicket(manager: EntityManager, ticket: Ticket): Promise<WireTicket> {
  const [shown] = await toWireTickets(manager, [ticket]);
  if (!shown) throw new Error(`ticket ${ticket.id} was not mapped`);
  return shown;
}

/** Builds a ticket as its secret link shows it. */
export async function toLinkedTicket(manager: EntityManager, ticket: Ticket): Promise<LinkedTicket> {
  return linkedTicket.parse(await toWireTicket(manager, ticket));
}

/**
 * Reads what the panel shows in addition to a ticket's row: its account's names, the count of its notes, its
 * pictures, the orders that it names.
 */
async function readPanelFacts(manager: EntityManager, tickets: readonly Ticket[]) {
  const ids = tickets.map(({ id }) => id);
  const rows = await sql(manager).rows(
    factsRow,
    `SELECT t.id, ${usernameOf('t.user_id')} AS username, ${discordIdOf('t.user_id')} AS "discordId",
            ${discordUsernameOf('t.user_id')} AS "discordUsername",
            (SELECT count(*)::int FROM ticket_notes n WHERE n.ticket_id = t.id) AS notes
       FROM tickets t WHERE t.id = ANY($1)`,
    [ids],
  );
  const besideOf = await readBeside(manager, ids);
  const orders = await readNamedOrders(manager, tickets);
  return { facts: new Map(rows.map((row) => [row.id, row])), besideOf, orders };
}

const buildAdminTicket = (
  row: Ticket,
  { facts, besideOf, orders }: Awaited<ReturnType<typeof readPanelFacts>>,
): AdminTicket => ({
  ...buildSenderTicket(row, besideOf(row.id)),
  version: row.version,
  userId: row.userId,
  username: facts.get(row.id)?.username ?? null,
  discordId: facts.get(row.id)?.discordId ?? null,
  discordUsername: facts.get(row.id)?.discordUsername ?? null,
  namedOrders: orders.get(row.id) ?? [],
  tier: row.tier,
  prioritySupport: row.prioritySupport,
  notes: facts.get(row.id)?.notes ?? 0,
});

/** A ticket as the panel shows it, with the version that its sender sees. */
interface RelayedTicket {
  readonly ticket: AdminTicket;
  readonly senderVersion: number;
}

async function readTickets(manager: EntityManager, ids: readonly number[]): Promise<RelayedTicket[]> {
  if (ids.length === 0) return [];
  const rows = await readEntities(manager, Ticket, 'WHERE id = ANY($1)', [ids]);
  const shown = await readPanelFacts(manager, rows);
  return rows.map((row) => ({
    ticket: buildAdminTicket(row, shown),
    senderVersion: senderVersionOf(row),
  }));
}

/** Reads tickets by id as the panel shows them; unknown ones are absent. */
export const readAdminTickets = async (
  manager: EntityManager,
  ids: readonly number[],
): Promise<AdminTicket[]> => (await readTickets(manager, ids)).map(({ ticket }) => ticket);

/** Builds one ticket as the panel shows it. */
export async function toAdminTicket(manager: EntityManager, ticket: Ticket): Promise<AdminTicket> {
  return buildAdminTicket(ticket, await readPanelFacts(manager, [ticket]));
}

/** Reads tickets by id, once per relay step. */
export const cachedTickets = cachedPerTransaction(async (tx, ids: readonly number[]) => {
  const tickets = await readTickets(tx, ids);
  return new Map(tickets.map((one) => [one.ticket.id, one]));
});
