import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { RolesModule } from '../../people/rights/roles.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { AddTicketMessage } from './conversation/add-ticket-message.js';
import { AddTicketNote } from './add-ticket-note.js';
import { AdminTicketsController } from './admin-tickets.controller.js';
import { AnswerTicket } from './answer-ticket.js';
import { CloseSilentTickets, SetTicketStatus } from './set-ticket-status.js';
import { CreateTicket } from './create-ticket.js';
import { EarlierTickets } from './conversation/earlier-tickets.js';
import { OpenFollowUp } from './conversation/open-follow-up.js';
import { TicketFollowUpsController } from './conversation/ticket-follow-ups.controller.js';
import { DeleteUnclaimedPictures, UploadTicketPicture } from './ticket-pictures.js';
import { RequestKeys } from './request-keys.js';
import { TicketMessagesController } from './conversation/ticket-messages.controller.js';
import { TicketMessagesQueries } from './conversation/ticket-messages.queries.js';
import { TicketMails } from './mail/ticket-mails.js';
import { ReadTranscript } from './ticket-transcript.js';
import { RateTicket } from './rate-ticket.js';
import { TicketPicturesController } from './ticket-pictures.controller.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsQueries } from './tickets.queries.js';

@Module({
  imports: [AccountsModule, RolesModule, PicturesModule],
  controllers: [
    TicketsController,
    TicketMessagesController,
    TicketFollowUpsController,
    TicketPicturesController,
    AdminTicketsController,
  ],
  providers: [
    TicketsQueries,
    TicketMessagesQueries,
    ReadTranscript,
    CreateTicket,
    RequestKeys,
    SetTicketStatus,
    AnswerTicket,
    AddTicketMessage,
    OpenFollowUp,
    EarlierTickets,
    AddTicketNote,
    RateTicket,
    TicketMails,
    UploadTicketPicture,
    DeleteUnclaimedPictures,
    CloseSilentTickets,
  ],
  exports: [
    AddTicketMessage,
    AddTicketNote,
    AnswerTicket,
    CreateTicket,
    RequestKeys,
    SetTicketStatus,
    TicketMails,
    TicketsQueries,
    UploadTicketPicture,
  ],
})
export class TicketsModule {}
