import {
  listSettableStatuses,
  TICKET_TRANSITIONS,
  type EventType,
  type ShopEvent,
  type TicketStatus,
} from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import { sql, idRow } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { Ticket } from './ticket.entity.js';
import type { FormerIdentities } from '../../people/accounts/former-identities.js';
import { assertNoConflictOfInterest, type ActOnAccount } from '../../people/accounts/conflict-of-interest.js';
import { randomRef, sha256 } from '../../platform/secrets.js';

/**
 * Locks a ticket.
 * @throws ShopError NOT_FOUND; STALE when the given version is outdated
 */
export async function lockTicket(tx: Tx, id: number, version?: number): Promise<Ticket> {
  const ticket = await tx.findOne(Ticket, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!ticket) throw ticketNotFoundError();
  if (version !== undefined && version !== ticket.version) {
    throw new ShopError('STALE', 'Somebody changed this ticket in the meantime.', {
      current: { status: ticket.status, version: ticket.version },
    });
  }
  return ticket;
}

/**
 * Checks that staff may set a ticket to this status.
 * @throws ShopError ILLEGAL_MOVE with the legal statuses
 */
export function assertCanSetStatus({ status }: Ticket, to: TicketStatus): void {
  const legal = listSettableStatuses(status);
  if (!legal.includes(to)) throw illegalMoveError(status, legal);
}

/**
 * Checks that a ticket still accepts changes.
 * @throws ShopError ILLEGAL_MOVE
 */
export function assertTicketOpen({ status }: Ticket): void {
  if (TICKET_TRANSITIONS[status].length === 0) throw illegalMoveError(status);
}

/** Saves a locked ticket under its next version and appends the event, perhaps with data of ids only. */
export async function saveTicket(
  tx: Tx,
  ticket: Ticket,
  type: EventType,
  data?: ShopEvent['data'],
): Promise<void> {
  ticket.version += 1;
  if (type === 'ticket.noted') ticket.insideChanges += 1;
  await tx.save(ticket);
  const { id, version } = ticket;
  await sql(tx).run('UPDATE tickets SET changed_at = clock_timestamp() WHERE id = $1', [id]);
  appendEvent(tx, { type, aggregate: 'ticket', aggregateId: String(id), version, ...(data && { data }) });
}

function illegalMoveError(status: TicketStatus, legal = TICKET_TRANSITIONS[status]): ShopError {
  return new ShopError('ILLEGAL_MOVE', `A ticket that is ${status} does not allow this.`, { legal });
}

/** The error for a ticket that does not exist, or that the caller may not know of. */
export const ticketNotFoundError = (): ShopError => new ShopError('NOT_FOUND', 'There is no such ticket.');

/** The error for an action of staff on a ticket of their own. */
export const ownTicketError = (): ShopError =>
  new ShopError('OWN_TICKET', 'This ticket is your own. Another member of the team has to do this.');

/**
 * Checks that a locked ticket does not belong to the acting staff member, as `assertNoConflictOfInterest` does; a
 * visitor's belongs to nobody.
 * @throws ShopError OWN_TICKET
 */
export async function assertNotOwnTicket(
  tx: Tx,
  departed: FormerIdentities,
  { id, userId }: Ticket,
  act: Omit<ActOnAccount, 'userId' | 'subject'>,
): Promise<void> {
  if (userId === null) return;
  await assertNoConflictOfInterest(
    tx,
    departed,
    { ...act, userId, subject: `ticket:${id}` },
    { refusal: ownTicketError, title: 'An admin acted on a ticket of their own' },
  );
}

type Connection = Parameters<typeof sql>[0];

/** Finds the ticket that a secret link opens: the link of the form's answer, or one that was mailed. */
export async function findTicketByLink(database: Connection, token: string): Promise<number | undefined> {
  const row = await sql(database).first(
    idRow,
    `SELECT id FROM tickets WHERE token_hash = $1 UNION ALL SELECT ticket_id FROM ticket_links WHERE token_hash = $1`,
    [sha256(token)],
  );
  return row?.id;
}

/**
 * Creates another secret link for a ticket, because only the hash of the first is stored.
 * @returns the secret, which is stored nowhere
 */
export async function createTicketLink(database: Connection, ticketId: number): Promise<string> {
  const token = randomRef();
  await sql(database).run('INSERT INTO ticket_links (token_hash, ticket_id) VALUES ($1, $2)', [
    sha256(token),
    ticketId,
  ]);
  return token;
}
