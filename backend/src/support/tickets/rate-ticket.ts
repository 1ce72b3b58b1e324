import { Injectable } from '@nestjs/common';
import type { LinkedTicket, Ticket as WireTicket, TicketRating } from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { findLatestActor } from '../../people/audit/audit.js';
import {
  lockTicket,
  saveTicket,
  ownTicketError,
  findTicketByLink,
  ticketNotFoundError,
} from './lock-ticket.js';
import type { Ticket } from './ticket.entity.js';
import { toLinkedTicket, toWireTicket } from './ticket.mapper.js';

/** Saves the sender's rating of an answer; a later rating replaces it. */
@Injectable()
export class RateTicket {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
  ) {}

  /**
   * @throws ShopError NOT_FOUND for another person's ticket, CONFLICT for a ticket without an answer, OWN_TICKET
   * for one that the sender answered
   */
  rateOwn(userId: number, ticketId: number, rating: TicketRating): Promise<WireTicket> {
    return this.transactions.run(async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      if (ticket.userId !== userId) throw ticketNotFoundError();
      const actor = await findLatestActor(tx, { action: 'ticket.answer', subject: `ticket:${ticketId}` });
      if (actor !== undefined && (await this.departed.isSamePerson(tx, actor, userId)))
        throw ownTicketError();
      await saveRating(tx, ticket, rating);
      return toWireTicket(tx, ticket);
    });
  }

  /**
   * Rates the answer of a ticket that was opened by its secret link.
   * @throws ShopError NOT_FOUND, CONFLICT for a ticket without an answer
   */
  rateByToken(token: string, rating: TicketRating): Promise<LinkedTicket> {
    return this.transactions.run(async (tx) => {
      const id = await findTicketByLink(tx, token);
      if (id === undefined) throw ticketNotFoundError();
      const ticket = await lockTicket(tx, id);
      await saveRating(tx, ticket, rating);
      return toLinkedTicket(tx, ticket);
    });
  }
}

async function saveRating(tx: Tx, ticket: Ticket, rating: TicketRating): Promise<void> {
  if (ticket.response === null) throw new ShopError('CONFLICT', 'Only an answer can be rated.');
  if (ticket.rating === rating) return;
  ticket.rating = rating;
  await saveTicket(tx, ticket, 'ticket.rated');
}
