import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AddTicketNote } from './add-ticket-note.js';
import { AdminTicketsController } from './admin-tickets.controller.js';
import { AnswerTicket } from './answer-ticket.js';
import { CreateTicket } from './create-ticket.js';
import { SetTicketStatus } from './set-ticket-status.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsQueries } from './tickets.queries.js';

@Module({
  imports: [AccountsModule],
  controllers: [TicketsController, AdminTicketsController],
  providers: [TicketsQueries, CreateTicket, SetTicketStatus, AnswerTicket, AddTicketNote],
  exports: [TicketsQueries],
})
export class SupportModule {}
