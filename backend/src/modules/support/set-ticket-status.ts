import { Injectable } from '@nestjs/common';
import { isOpenTicket, type AdminTicket, type SetTicketStatusRequest } from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import { Transactions } from '../../infra/database/transaction.js';
import { audit } from '../audit/audit.js';
import { lockTicket, requireMove, saveTicket } from './lock-ticket.js';
import { toAdminTicket } from './ticket.mapper.js';

export interface SetTicketStatusInput extends SetTicketStatusRequest {
  ticketId: number;
  /** Who does it, as audit rows name it. */
  actor: string;
}

/** Staff take a ticket, or end it without an answer (ADMIN-4.7). */
@Injectable()
export class SetTicketStatus {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, ILLEGAL_MOVE with the legal moves */
  execute({ ticketId, status, version, actor }: SetTicketStatusInput): Promise<AdminTicket> {
    return this.transactions.run(async (tx) => {
      const ticket = await lockTicket(tx, ticketId, version);
      requireMove(ticket, status);
      ticket.status = status;
      ticket.endedAt = isOpenTicket(status) ? null : this.clock.now();
      await saveTicket(tx, ticket, isOpenTicket(status) ? 'ticket.taken' : 'ticket.closed');
      await audit(tx, { actor, action: `ticket.${status}`, subject: `ticket:${ticketId}` });
      return toAdminTicket(tx, ticket);
    });
  }
}
