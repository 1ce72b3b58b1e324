import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { AddTicketNote } from './add-ticket-note.js';
import { AdminTicketsController } from './admin-tickets.controller.js';
import { AnswerTicket } from './answer-ticket.js';
import { CloseSilentTickets, SetTicketStatus } from './set-ticket-status.js';
import { CreateTicket } from './create-ticket.js';
import { DeleteUnclaimedPictures, UploadTicketPicture } from './ticket-pictures.js';
import { RequestKeys } from './request-keys.js';
import { TicketMails } from './mail/ticket-mails.js';
import { ReadTranscript } from './ticket-transcript.js';
import { RateTicket } from './rate-ticket.js';
import { TicketPicturesController } from './ticket-pictures.controller.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsQueries } from './tickets.queries.js';

@Module({
  imports: [AccountsModule, PicturesModule],
  controllers: [TicketsController, TicketPicturesController, AdminTicketsController],
  providers: [
    TicketsQueries,
    ReadTranscript,
    CreateTicket,
    RequestKeys,
    SetTicketStatus,
    AnswerTicket,
    AddTicketNote,
    RateTicket,
    TicketMails,
    UploadTicketPicture,
    DeleteUnclaimedPictures,
    CloseSilentTickets,
  ],
  exports: [
    AddTicketNote,
    AnswerTicket,
    CreateTicket,
    RequestKeys,
    TicketMails,
    TicketsQueries,
    UploadTicketPicture,
  ],
})
export class TicketsModule {}
