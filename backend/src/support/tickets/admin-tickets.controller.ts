import { Controller, Res } from '@nestjs/common';
import {
  ticketCalls,
  userCalls,
  type AddTicketNoteRequest,
  type AdminTicket,
  type AnswerTicketRequest,
  type ListQuery,
  type SetTicketStatusRequest,
  type TicketNote,
  type TicketTranscript,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { sendPage } from '../../platform/lists/send-page.js';
import { PathParam, ZodBody, ZodQuery } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/shop-error.js';
import { Call } from '../../platform/calls/call.js';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { AddTicketNote } from './add-ticket-note.js';
import { AnswerTicket } from './answer-ticket.js';
import { ReadTranscript } from './ticket-transcript.js';
import { SetTicketStatus } from './set-ticket-status.js';
import { TicketsQueries } from './tickets.queries.js';

/** Calls of staff for tickets; some of their paths lie outside the panel's. */
@Controller()
export class AdminTicketsController {
  constructor(
    private readonly setTicketStatus: SetTicketStatus,
    private readonly answerTicket: AnswerTicket,
    private readonly addTicketNote: AddTicketNote,
    private readonly tickets: TicketsQueries,
    private readonly readTranscript: ReadTranscript,
    private readonly accounts: AccountsQueries,
    private readonly streams: StreamStore,
  ) {}

  @Call(ticketCalls.adminTickets)
  async listTickets(
    @ZodQuery(ticketCalls.adminTickets.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminTicket[]> {
    await this.streams.setSeqHeader(reply, 'admin');
    return sendPage(reply, ticketCalls.adminTickets, query, await this.tickets.listTickets(query));
  }

  @Call(userCalls.userTickets)
  async listTicketsOfUser(
    @PathParam(userCalls.userTickets, 'id') id: number,
    @ZodQuery(userCalls.userTickets.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminTicket[]> {
    if (!(await this.accounts.findById(id))) throw new ShopError('NOT_FOUND', 'There is no such account.');
    return sendPage(reply, userCalls.userTickets, query, await this.tickets.listForUser(id, query), { id });
  }

  @Call(ticketCalls.adminTicket)
  readTicket(@PathParam(ticketCalls.adminTicket, 'id') ticketId: number): Promise<AdminTicket> {
    return this.tickets.readTicket(ticketId);
  }

  @Call(ticketCalls.ticketTranscript)
  showTranscript(@PathParam(ticketCalls.ticketTranscript, 'id') ticketId: number): Promise<TicketTranscript> {
    return this.readTranscript.execute(ticketId);
  }

  @Call(ticketCalls.setTicketStatus)
  setStatus(
    @CurrentActor() actor: Actor,
    @PathParam(ticketCalls.setTicketStatus, 'id') ticketId: number,
    @ZodBody(ticketCalls.setTicketStatus.body) input: SetTicketStatusRequest,
  ): Promise<AdminTicket> {
    return this.setTicketStatus.execute({ ...input, ticketId, actor: actorName(actor), role: actor.role });
  }

  @Call(ticketCalls.answerTicket)
  sendAnswer(
    @CurrentActor() actor: Actor,
    @PathParam(ticketCalls.answerTicket, 'id') ticketId: number,
    @ZodBody(ticketCalls.answerTicket.body) input: AnswerTicketRequest,
  ): Promise<AdminTicket> {
    return this.answerTicket.execute({ ...input, ticketId, actor: actorName(actor), role: actor.role });
  }

  @Call(ticketCalls.ticketNotes)
  listNotes(@PathParam(ticketCalls.ticketNotes, 'id') ticketId: number): Promise<TicketNote[]> {
    return this.tickets.listNotes(ticketId);
  }

  @Call(ticketCalls.addTicketNote)
  addNote(
    @CurrentActor() { userId: authorId }: Actor,
    @PathParam(ticketCalls.addTicketNote, 'id') ticketId: number,
    @ZodBody(ticketCalls.addTicketNote.body) { text }: AddTicketNoteRequest,
  ): Promise<TicketNote> {
    return this.addTicketNote.execute({ ticketId, authorId, text });
  }
}
