import { Injectable } from '@nestjs/common';
import type { AdminTicket, AnswerTicketRequest } from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import { Transactions } from '../../infra/database/transaction.js';
import { audit } from '../audit/audit.js';
import { lockTicket, requireOpen, saveTicket } from './lock-ticket.js';
import { toAdminTicket } from './ticket.mapper.js';

export interface AnswerTicketInput extends AnswerTicketRequest {
  ticketId: number;
  /** Who does it, as audit rows name it. */
  actor: string;
}

/** Staff answer a ticket, which resolves it (ADMIN-4.8). */
@Injectable()
export class AnswerTicket {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, ILLEGAL_MOVE with the legal moves */
  execute({ ticketId, response, version, actor }: AnswerTicketInput): Promise<AdminTicket> {
    return this.transactions.run(async (tx) => {
      const ticket = await lockTicket(tx, ticketId, version);
      requireOpen(ticket);
      Object.assign(ticket, { status: 'resolved', response, endedAt: this.clock.now() });
      await saveTicket(tx, ticket, 'ticket.answered');
      await audit(tx, { actor, action: 'ticket.answer', subject: `ticket:${ticketId}` });
      return toAdminTicket(tx, ticket);
    });
  }
}
