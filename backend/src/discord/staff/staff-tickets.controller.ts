import { Controller, Ip } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { staffCalls, type CallBody } from '@pax/contracts';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/shop-error.js';
import { Call } from '../../platform/calls/call.js';
import { AddTicketNote } from '../../support/tickets/add-ticket-note.js';
import { AnswerTicket } from '../../support/tickets/answer-ticket.js';
import { RequestKeys } from '../../support/tickets/request-keys.js';
import { assertReferenceMatches } from './stale-reference.js';
import { StaffRightCheck, type StaffMember } from './staff-right-check.js';

/**
 * Calls for staff commands about tickets in Discord, which run the panel's use cases for the person whom Discord
 * verified.
 */
@Controller()
export class StaffTicketsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly staff: StaffRightCheck,
    private readonly answerTicket: AnswerTicket,
    private readonly addTicketNote: AddTicketNote,
    private readonly requests: RequestKeys,
  ) {}

  /** Handles the Discord command `/ticket-reply`, whose response resolves the ticket. */
  @Call(staffCalls.botAnswerTicket)
  async replyToTicket(
    @PathParam(staffCalls.botAnswerTicket, 'id') ticketId: number,
    @ZodBody(staffCalls.botAnswerTicket.body)
    { discordId, requestId, response, madeAt }: CallBody<typeof staffCalls.botAnswerTicket>,
    @Ip() address: string,
  ): Promise<void> {
    const { actor, role } = await this.requireTicketRight('reply', { discordId, ticketId, madeAt, address });
    const requestKey = this.requests.keyFor({ by: discordId, requestId }, `answer:${ticketId}`);
    await this.answerTicket.execute({ ticketId, response, actor, role, requestKey });
  }

  /** Handles the Discord command `/ticket-note`, which stores an internal note under its author's account. */
  @Call(staffCalls.botNoteTicket)
  async writeTicketNote(
    @PathParam(staffCalls.botNoteTicket, 'id') ticketId: number,
    @ZodBody(staffCalls.botNoteTicket.body)
    { discordId, requestId, text, madeAt }: CallBody<typeof staffCalls.botNoteTicket>,
    @Ip() address: string,
  ): Promise<void> {
    const { userId: authorId } = await this.requireTicketRight('note', {
      discordId,
      ticketId,
      madeAt,
      address,
    });
    if (authorId === null) throw new ShopError('DISCORD_NOT_LINKED', 'No account has this Discord id.');
    const requestKey = this.requests.keyFor({ by: discordId, requestId }, `note:${ticketId}`);
    await this.addTicketNote.execute({ ticketId, authorId, text, requestKey });
  }

  private async requireTicketRight(
    act: 'reply' | 'note',
    asked: { discordId: string; ticketId: number; madeAt: number | undefined; address: string },
  ): Promise<StaffMember> {
    const { discordId, ticketId, madeAt, address } = asked;
    const refusal = { action: `ticket.${act}.refused`, subject: `ticket:${ticketId}` } as const;
    const { right } = staffCalls.botAnswerTicket;
    const member = await this.staff.requireRight({ discordId, right, freshness: 'act', refusal, address });
    await assertReferenceMatches(this.database, { kind: 'ticket', id: ticketId, madeAt });
    return member;
  }
}
