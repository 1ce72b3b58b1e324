import { Controller, Res } from '@nestjs/common';
import {
  holdsRight,
  ticketMessageCalls,
  type AddTicketMessageRequest,
  type ListQuery,
  type TicketMessage,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, type Actor } from '../../../platform/calls/access.js';
import { Call } from '../../../platform/calls/call.js';
import { CurrentActor } from '../../../platform/http/current-actor.js';
import { PathParam, ZodBody, ZodQuery } from '../../../platform/http/zod.pipe.js';
import { sendPage } from '../../../platform/lists/send-page.js';
import type { StaffActor } from '../../../people/accounts/conflict-of-interest.js';
import { RoleSource } from '../../../people/rights/role-source.js';
import { AddTicketMessage } from './add-ticket-message.js';
import { ticketNotFoundError } from '../lock-ticket.js';
import { RequestKeys } from '../request-keys.js';
import { TicketMessagesQueries } from './ticket-messages.queries.js';
import { TicketsQueries } from '../tickets.queries.js';

/** Calls by which both sides of a ticket write and read messages. */
@Controller()
export class TicketMessagesController {
  constructor(
    private readonly addMessage: AddTicketMessage,
    private readonly messages: TicketMessagesQueries,
    private readonly tickets: TicketsQueries,
    private readonly requests: RequestKeys,
    private readonly roles: RoleSource,
  ) {}

  @Call(ticketMessageCalls.ticketMessages)
  async listMessages(
    @CurrentActor() actor: Actor,
    @PathParam(ticketMessageCalls.ticketMessages, 'id') id: number,
    @ZodQuery(ticketMessageCalls.ticketMessages.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TicketMessage[]> {
    const isOwn = await this.tickets.isOwn(id, actor.userId);
    if (!isOwn && !holdsRight(actor, 'tickets')) throw ticketNotFoundError();
    const page = await this.messages.listMessages(id, !isOwn, query);
    return sendPage(reply, ticketMessageCalls.ticketMessages, query, page, { id });
  }

  @Call(ticketMessageCalls.linkedTicketMessages)
  async listByToken(
    @PathParam(ticketMessageCalls.linkedTicketMessages, 'token') token: string,
    @ZodQuery(ticketMessageCalls.linkedTicketMessages.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TicketMessage[]> {
    void reply.header('cache-control', 'no-store');
    const id = await this.tickets.requireIdByToken(token);
    const page = await this.messages.listMessages(id, false, query);
    return sendPage(reply, ticketMessageCalls.linkedTicketMessages, query, page, { token });
  }

  @Call(ticketMessageCalls.addTicketMessage)
  async writeMessage(
    @CurrentActor() actor: Actor,
    @PathParam(ticketMessageCalls.addTicketMessage, 'id') ticketId: number,
    @ZodBody(ticketMessageCalls.addTicketMessage.body) { requestId, ...input }: AddTicketMessageRequest,
  ): Promise<TicketMessage> {
    const isOwn = await this.tickets.isOwn(ticketId, actor.userId);
    const staff = isOwn ? undefined : await this.requireStaff(actor);
    const requestKey = this.requests.keyFor(
      { by: `account:${actor.userId}`, requestId },
      `message:${ticketId}`,
    );
    return this.addMessage.execute({ ...input, ticketId, staff, requestKey, isEditable: true });
  }

  @Call(ticketMessageCalls.addLinkedTicketMessage)
  async writeByToken(
    @PathParam(ticketMessageCalls.addLinkedTicketMessage, 'token') token: string,
    @ZodBody(ticketMessageCalls.addLinkedTicketMessage.body) { requestId, ...input }: AddTicketMessageRequest,
  ): Promise<TicketMessage> {
    const ticketId = await this.tickets.requireIdByToken(token);
    const requestKey = this.requests.keyFor({ by: 'link', requestId }, `message:${ticketId}`);
    return this.addMessage.execute({ ...input, ticketId, requestKey, isEditable: true });
  }

  /** Asks Discord anew for staff, as calls of the panel do for acts. */
  private async requireStaff(actor: Actor): Promise<StaffActor> {
    if (!holdsRight(actor, 'tickets')) throw ticketNotFoundError();
    const found = await this.roles.readRightsInSession(actor.identity, 'act');
    if (!holdsRight(found, 'tickets')) throw ticketNotFoundError();
    return { actor: actorName(actor), role: found.role };
  }
}
