import { Controller, Req, Res } from '@nestjs/common';
import { holdsRight, ticketCalls, type UploadAttachmentAnswer } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/shop-error.js';
import { Call } from '../../platform/calls/call.js';
import { SendPicture } from '../pictures/pictures.controller.js';
import { TicketsQueries, type PictureReader } from './tickets.queries.js';
import { UploadTicketPicture } from './ticket-pictures.js';

/** Calls to upload and to show pictures of tickets, which only their senders and staff may see. */
@Controller()
export class TicketPicturesController {
  constructor(
    private readonly uploadPicture: UploadTicketPicture,
    private readonly tickets: TicketsQueries,
    private readonly sender: SendPicture,
  ) {}

  @Call(ticketCalls.uploadAttachment)
  receivePicture(
    @Req() { body, actor }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UploadAttachmentAnswer> {
    return this.uploadPicture.execute(body, actor ? 'account' : 'visitor', reply.raw);
  }

  @Call(ticketCalls.attachment)
  showPicture(
    @CurrentActor() actor: Actor,
    @PathParam(ticketCalls.attachment, 'id') ticketId: number,
    @PathParam(ticketCalls.attachment, 'file') file: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    const reader = holdsRight(actor, 'tickets') ? { ticketId } : { ticketId, userId: actor.userId };
    return this.sendTicketPicture(reader, file, request, reply);
  }

  @Call(ticketCalls.linkedAttachment)
  showLinkedPicture(
    @PathParam(ticketCalls.linkedAttachment, 'token') token: string,
    @PathParam(ticketCalls.linkedAttachment, 'file') file: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    return this.sendTicketPicture({ token }, file, request, reply);
  }

  private async sendTicketPicture(
    reader: PictureReader,
    file: string,
    { headers }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    if (!(await this.tickets.canReadPicture(reader, file)))
      throw new ShopError('NOT_FOUND', 'There is no such picture.');
    return this.sender.sendPicture(reply, file, { asked: headers['if-none-match'], to: 'private' });
  }
}
