import { Controller, Res } from '@nestjs/common';
import {
  holdsRight,
  ticketFollowUpCalls,
  type CreateTicketAnswer,
  type EarlierTicket,
  type FollowUpRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../../platform/calls/access.js';
import { Call } from '../../../platform/calls/call.js';
import { CurrentActor } from '../../../platform/http/current-actor.js';
import { PathParam, ZodBody } from '../../../platform/http/zod.pipe.js';
import { EarlierTickets } from './earlier-tickets.js';
import { ticketNotFoundError } from '../lock-ticket.js';
import { OpenFollowUp } from './open-follow-up.js';
import { RequestKeys } from '../request-keys.js';
import { TicketsQueries } from '../tickets.queries.js';

/** Calls by which senders open follow-ups, and by which both sides read what came before. */
@Controller()
export class TicketFollowUpsController {
  constructor(
    private readonly openFollowUp: OpenFollowUp,
    private readonly earlier: EarlierTickets,
    private readonly tickets: TicketsQueries,
    private readonly requests: RequestKeys,
  ) {}

  @Call(ticketFollowUpCalls.followUp)
  followOwn(
    @CurrentActor() { userId }: Actor,
    @PathParam(ticketFollowUpCalls.followUp, 'id') ticketId: number,
    @ZodBody(ticketFollowUpCalls.followUp.body) { requestId, ...written }: FollowUpRequest,
  ): Promise<CreateTicketAnswer> {
    const by = `follow-up:${ticketId}:account:${userId}`;
    const request = this.requests.ticketRequestFor({ by, requestId });
    return this.openFollowUp.execute({ ...written, ticketId, userId, request });
  }

  @Call(ticketFollowUpCalls.linkedFollowUp)
  async followByToken(
    @PathParam(ticketFollowUpCalls.linkedFollowUp, 'token') token: string,
    @ZodBody(ticketFollowUpCalls.linkedFollowUp.body) { requestId, ...written }: FollowUpRequest,
  ): Promise<CreateTicketAnswer> {
    const ticketId = await this.tickets.requireIdByToken(token);
    const request = this.requests.ticketRequestFor({ by: `follow-up:${ticketId}:link`, requestId });
    return this.openFollowUp.execute({ ...written, ticketId, request });
  }

  @Call(ticketFollowUpCalls.earlierTickets)
  async listEarlier(
    @CurrentActor() actor: Actor,
    @PathParam(ticketFollowUpCalls.earlierTickets, 'id') id: number,
  ): Promise<EarlierTicket[]> {
    const isOwn = await this.tickets.isOwn(id, actor.userId);
    if (!isOwn && !holdsRight(actor, 'tickets')) throw ticketNotFoundError();
    return this.earlier.listEarlier(id, !isOwn);
  }

  @Call(ticketFollowUpCalls.linkedEarlierTickets)
  async listEarlierByToken(
    @PathParam(ticketFollowUpCalls.linkedEarlierTickets, 'token') token: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EarlierTicket[]> {
    void reply.header('cache-control', 'no-store');
    return this.earlier.listEarlier(await this.tickets.requireIdByToken(token), false);
  }
}
