import { settableFrom, TICKET_TRANSITIONS, type EventType, type TicketStatus } from '@pax/contracts';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { Ticket } from './ticket.entity.js';

/** Locks a ticket. @throws ShopError NOT_FOUND, STALE when a version is named that is not the current one */
export async function lockTicket(tx: Tx, id: number, version?: number): Promise<Ticket> {
  const ticket = await tx.findOne(Ticket, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!ticket) throw new ShopError('NOT_FOUND', 'There is no such ticket.');
  if (version !== undefined && version !== ticket.version) {
    throw new ShopError('STALE', 'Somebody changed this ticket in the meantime.', {
      current: { status: ticket.status, version: ticket.version },
    });
  }
  return ticket;
}

/** @throws ShopError ILLEGAL_MOVE with the legal ones, unless staff may set the ticket so */
export function requireSettable({ status }: Ticket, to: TicketStatus): void {
  const legal = settableFrom(status);
  if (!legal.includes(to)) throw illegal(status, legal);
}

/** @throws ShopError ILLEGAL_MOVE when it takes nothing more */
export function requireOpen({ status }: Ticket): void {
  if (TICKET_TRANSITIONS[status].length === 0) throw illegal(status);
}

/** Stores a locked ticket's change with its event. */
export async function saveTicket(tx: Tx, ticket: Ticket, type: EventType): Promise<void> {
  ticket.version += 1;
  await tx.save(ticket);
  const { id, version } = ticket;
  await sql(tx).run('UPDATE tickets SET changed_at = clock_timestamp() WHERE id = $1', [id]);
  appendEvent(tx, { type, aggregate: 'ticket', aggregateId: String(id), version });
}

function illegal(status: TicketStatus, legal = TICKET_TRANSITIONS[status]): ShopError {
  return new ShopError('ILLEGAL_MOVE', `A ticket that is ${status} does not allow this.`, { legal });
}
