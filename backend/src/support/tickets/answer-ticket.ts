import { Injectable } from '@nestjs/common';
import type { AdminTicket, AnswerTicketRequest } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transaction.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { lockTicket, assertTicketOpen, saveTicket, assertNotOwnTicket } from './lock-ticket.js';
import { toAdminTicket } from './ticket.mapper.js';

export interface AnswerTicketInput extends AnswerTicketRequest, StaffActor {
  ticketId: number;
  /** Key of the request, so that a repeated request answers only once. */
  requestKey?: string | undefined;
}

/** Answers a ticket for staff, which resolves it. */
@Injectable()
export class AnswerTicket {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, OWN_TICKET, ILLEGAL_MOVE with the legal moves */
  execute({ ticketId, response, version, actor, role, requestKey }: AnswerTicketInput): Promise<AdminTicket> {
    return this.transactions.run(async (tx) => {
      const ticket = await lockTicket(tx, ticketId, version);
      if (requestKey !== undefined && ticket.answerKey === requestKey) return toAdminTicket(tx, ticket);
      await assertNotOwnTicket(tx, this.departed, ticket, { actor, role, action: 'ticket.answer' });
      assertTicketOpen(ticket);
      const answerKey = requestKey ?? null;
      Object.assign(ticket, { status: 'resolved', response, answerKey, endedAt: this.clock.now() });
      await saveTicket(tx, ticket, 'ticket.answered');
      await writeAuditRow(tx, { actor, action: 'ticket.answer', subject: `ticket:${ticketId}` });
      return toAdminTicket(tx, ticket);
    });
  }
}
