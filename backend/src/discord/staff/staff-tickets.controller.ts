import { Controller, Ip } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { staffCalls, type CallBody } from '@pax/contracts';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/shop-error.js';
import { Call } from '../../platform/calls/call.js';
import { AddTicketNote } from '../../support/tickets/add-ticket-note.js';
import { AddTicketMessage } from '../../support/tickets/conversation/add-ticket-message.js';
import { AnswerTicket } from '../../support/tickets/answer-ticket.js';
import { SetTicketStatus } from '../../support/tickets/set-ticket-status.js';
import { RequestKeys } from '../../support/tickets/request-keys.js';
import { assertReferenceMatches } from './stale-reference.js';
import { StaffRightCheck, type StaffMember } from './staff-right-check.js';

interface TicketAct {
  readonly discordId: string;
  readonly ticketId: number;
  readonly madeAt: number | undefined;
  readonly address: string;
}

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
    private readonly addTicketMessage: AddTicketMessage,
    private readonly setStatus: SetTicketStatus,
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
    const asked = { discordId, ticketId, madeAt, address };
    const { userId: authorId } = await this.requireLinkedMember('note', asked);
    const requestKey = this.requests.keyFor({ by: discordId, requestId }, `note:${ticketId}`);
    await this.addTicketNote.execute({ ticketId, authorId, text, requestKey });
  }

  /** Handles the button and the command by which staff write to a ticket's sender, as the panel does. */
  @Call(staffCalls.botWriteStaffMessage)
  async writeTicketMessage(
    @PathParam(staffCalls.botWriteStaffMessage, 'id') ticketId: number,
    @ZodBody(staffCalls.botWriteStaffMessage.body)
    { discordId, requestId, text, madeAt }: CallBody<typeof staffCalls.botWriteStaffMessage>,
    @Ip() address: string,
  ): Promise<void> {
    const asked = { discordId, ticketId, madeAt, address };
    const { actor, role } = await this.requireLinkedMember('message', asked);
    const requestKey = this.requests.keyFor({ by: discordId, requestId }, `message:${ticketId}`);
    await this.addTicketMessage.execute({ ticketId, staff: { actor, role }, text, requestKey });
  }

  /** Handles the buttons of a ticket's post that take and close it, as the panel does. */
  @Call(staffCalls.botSetTicketStatus)
  async setTicketStatus(
    @PathParam(staffCalls.botSetTicketStatus, 'id') ticketId: number,
    @ZodBody(staffCalls.botSetTicketStatus.body)
    { discordId, status, madeAt }: CallBody<typeof staffCalls.botSetTicketStatus>,
    @Ip() address: string,
  ): Promise<void> {
    const asked = { discordId, ticketId, madeAt, address };
    const { actor, role } = await this.requireTicketRight('status', asked);
    await this.setStatus.execute({ ticketId, status, actor, role });
  }

  /** Checks the right of a person whose account names what they write. */
  private async requireLinkedMember(
    act: 'note' | 'message',
    asked: TicketAct,
  ): Promise<StaffMember & { userId: number }> {
    const { userId, ...member } = await this.requireTicketRight(act, asked);
    if (userId === null) throw new ShopError('DISCORD_NOT_LINKED', 'No account has this Discord id.');
    return { ...member, userId };
  }

  private async requireTicketRight(
    act: 'reply' | 'note' | 'message' | 'status',
    asked: TicketAct,
  ): Promise<StaffMember> {
    const { discordId, ticketId, madeAt, address } = asked;
    const refusal = { action: `ticket.${act}.refused`, subject: `ticket:${ticketId}` } as const;
    const { right } = staffCalls.botAnswerTicket;
    const member = await this.staff.requireRight({ discordId, right, freshness: 'act', refusal, address });
    await assertReferenceMatches(this.database, { kind: 'ticket', id: ticketId, madeAt });
    return member;
  }
}
