import { Injectable } from '@nestjs/common';
import { isOpenTicket, type AdminTicket, type SetTicketStatusRequest } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transaction.js';
import { DepartedPeople } from '../../people/accounts/departed-people.js';
import type { StaffActor } from '../../people/accounts/own-act.js';
import { audit } from '../../people/audit/audit.js';
import { lockTicket, requireSettable, saveTicket } from './lock-ticket.js';
import { assertNotOwnTicket } from './own-ticket.js';
import { toAdminTicket } from './ticket.mapper.js';

export interface SetTicketStatusInput extends SetTicketStatusRequest, StaffActor {
  ticketId: number;
}

/** Staff take a ticket, or close it; only an answer resolves one. */
@Injectable()
export class SetTicketStatus {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: DepartedPeople,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, OWN_TICKET, ILLEGAL_MOVE with the legal moves */
  execute({ ticketId, status, version, actor, role }: SetTicketStatusInput): Promise<AdminTicket> {
    return this.transactions.run(async (tx) => {
      const ticket = await lockTicket(tx, ticketId, version);
      const action = `ticket.${status}` as const;
      await assertNotOwnTicket(tx, this.departed, ticket, { actor, role, action });
      // Two who take it at once both want this; the second changes nothing.
      if (status === 'in_progress' && ticket.status === status) return toAdminTicket(tx, ticket);
      requireSettable(ticket, status);
      ticket.status = status;
      ticket.endedAt = isOpenTicket(status) ? null : this.clock.now();
      await saveTicket(tx, ticket, isOpenTicket(status) ? 'ticket.taken' : 'ticket.closed');
      await audit(tx, { actor, action, subject: `ticket:${ticketId}` });
      return toAdminTicket(tx, ticket);
    });
  }
}
