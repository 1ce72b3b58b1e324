import { Injectable } from '@nestjs/common';
import { FOLLOW_UP_DAYS, type CreateTicketAnswer, type FollowUpRequest } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/shop-error.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { lockUserToRefer } from '../../../people/accounts/user-row.js';
import { CreateTicket, type TicketRequest } from '../create-ticket.js';
import { lockTicket, saveTicket, ticketNotFoundError } from '../lock-ticket.js';
import { Ticket } from '../ticket.entity.js';

const DAY_MS = 86_400_000;

export interface OpenFollowUpInput extends Omit<FollowUpRequest, 'requestId'> {
  readonly ticketId: number;
  /** The account that sent the answered ticket; undefined for a person with the ticket's secret link. */
  readonly userId?: number | undefined;
  /** Identifies the request, which opens one follow-up however often it is sent. */
  readonly request?: TicketRequest | undefined;
}

/** Opens a ticket that follows an answered one, because the answer did not solve it. */
@Injectable()
export class OpenFollowUp {
  constructor(
    private readonly transactions: Transactions,
    private readonly createTicket: CreateTicket,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the follow-up's id, with a secret token for a person with a secret link
   * @throws ShopError NOT_FOUND, ILLEGAL_MOVE unless the ticket was answered within 14 days, CONFLICT for a second
   * follow-up, ATTACHMENT_GONE
   */
  execute({ ticketId, userId, request, ...written }: OpenFollowUpInput): Promise<CreateTicketAnswer> {
    return this.transactions.run(async (tx) => {
      // Locks the account first, as erasing does, because the follow-up refers to it.
      const senderId = (await tx.findOneBy(Ticket, { id: ticketId }))?.userId ?? null;
      if (senderId !== null) await lockUserToRefer(tx, senderId);
      const ticket = await lockTicket(tx, ticketId);
      // A ticket without a name was erased, perhaps while this waited.
      if (ticket.name === '' || (userId !== undefined && ticket.userId !== userId))
        throw ticketNotFoundError();
      const known = request && (await this.createTicket.findEarlierAnswer(tx, request));
      if (known) return known;
      await this.assertMayFollow(tx, ticket);
      const { name, email, subject, priority, language } = ticket;
      // Counts the account of a secret link as blocked, since it reads the follow-up by a link as well.
      const actor =
        ticket.userId === null ? undefined : { userId: ticket.userId, blocked: userId === undefined };
      const answer = await this.createTicket.createIn(
        tx,
        { name, email, subject, priority, language, ...written, followsId: ticketId },
        actor,
        request,
      );
      await saveTicket(tx, ticket, 'ticket.followed');
      return answer;
    });
  }

  private async assertMayFollow(tx: Tx, { id, status, endedAt }: Ticket): Promise<void> {
    const since = this.clock.now().getTime() - FOLLOW_UP_DAYS * DAY_MS;
    if (status !== 'resolved' || endedAt === null || endedAt.getTime() < since)
      throw new ShopError('ILLEGAL_MOVE', 'Only a ticket answered within 14 days can be followed.', {
        legal: [],
      });
    if (await tx.existsBy(Ticket, { followsId: id }))
      throw new ShopError('CONFLICT', 'Another ticket follows this one already.');
  }
}
