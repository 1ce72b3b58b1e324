import { Controller, Res } from '@nestjs/common';
import {
  ticketCalls,
  type CreateTicketAnswer,
  type CreateTicketRequest,
  type LinkedTicket,
  type RateTicketRequest,
  type Ticket,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor, SessionOwner } from '../../platform/http/current-actor.js';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { CreateTicket } from './create-ticket.js';
import { RequestKeys } from './request-keys.js';
import { RateTicket } from './rate-ticket.js';
import { TicketsQueries } from './tickets.queries.js';

/** Calls by which people send, read and rate their tickets. */
@Controller()
export class TicketsController {
  constructor(
    private readonly createTicket: CreateTicket,
    private readonly requests: RequestKeys,
    private readonly rateTicket: RateTicket,
    private readonly tickets: TicketsQueries,
    private readonly streams: StreamStore,
  ) {}

  @Call(ticketCalls.createTicket)
  openTicket(
    @SessionOwner() actor: Actor | undefined,
    @ZodBody(ticketCalls.createTicket.body) { requestId, ...input }: CreateTicketRequest,
  ): Promise<CreateTicketAnswer> {
    const by = actor ? `account:${actor.userId}` : `mail:${input.email.toLowerCase()}`;
    const request = this.requests.ticketRequestFor({ by, requestId });
    return this.createTicket.execute(input, actor, request && { ...request, isEditable: true });
  }

  @Call(ticketCalls.ownTickets)
  async listOwn(
    @CurrentActor() { userId }: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Ticket[]> {
    await this.streams.setSeqHeader(reply, `user:${userId}`);
    return this.tickets.listOwn(userId);
  }

  @Call(ticketCalls.linkedTicket)
  readByToken(
    @PathParam(ticketCalls.linkedTicket, 'token') token: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LinkedTicket> {
    void reply.header('cache-control', 'no-store');
    return this.tickets.readByToken(token);
  }

  @Call(ticketCalls.rateTicket)
  rateOwn(
    @CurrentActor() { userId }: Actor,
    @PathParam(ticketCalls.rateTicket, 'id') ticketId: number,
    @ZodBody(ticketCalls.rateTicket.body) { rating }: RateTicketRequest,
  ): Promise<Ticket> {
    return this.rateTicket.rateOwn(userId, ticketId, rating);
  }

  @Call(ticketCalls.rateLinkedTicket)
  rateByToken(
    @PathParam(ticketCalls.rateLinkedTicket, 'token') token: string,
    @ZodBody(ticketCalls.rateLinkedTicket.body) { rating }: RateTicketRequest,
  ): Promise<LinkedTicket> {
    return this.rateTicket.rateByToken(token, rating);
  }
}
