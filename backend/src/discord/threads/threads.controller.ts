import { Controller } from '@nestjs/common';
import {
  ticketThreadCalls,
  type CallBody,
  type KeptThreadsAnswer,
  type ThreadMessage,
  type ThreadTask,
} from '@pax/contracts';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { ThreadMessages } from './thread-messages.js';
import { OpenThreads, RecordThreadLine, TicketThreads } from './ticket-threads.js';

/** Calls by which the bot opens, fills and archives the threads of tickets, and passes on the lines written in them. */
@Controller()
export class ThreadsController {
  constructor(
    private readonly threads: TicketThreads,
    private readonly recordThreadLine: RecordThreadLine,
    private readonly openThreads: OpenThreads,
    private readonly messages: ThreadMessages,
  ) {}

  @Call(ticketThreadCalls.claimThread)
  async claimTask(
    @ZodBody(ticketThreadCalls.claimThread.body) { fence }: CallBody<typeof ticketThreadCalls.claimThread>,
  ): Promise<{ task: ThreadTask | null }> {
    return { task: await this.threads.claimTask(fence) };
  }

  @Call(ticketThreadCalls.keptThreads)
  listKeptThreads(
    @ZodBody(ticketThreadCalls.keptThreads.body) { fence }: CallBody<typeof ticketThreadCalls.keptThreads>,
  ): Promise<KeptThreadsAnswer> {
    return this.openThreads.listOpenThreads(fence);
  }

  @Call(ticketThreadCalls.noteThreadLine)
  recordLine(
    @ZodBody(ticketThreadCalls.noteThreadLine.body) line: CallBody<typeof ticketThreadCalls.noteThreadLine>,
  ): Promise<void> {
    return this.recordThreadLine.execute(line);
  }

  @Call(ticketThreadCalls.reportThread)
  reportTask(
    @PathParam(ticketThreadCalls.reportThread, 'id') id: number,
    @ZodBody(ticketThreadCalls.reportThread.body) {
      fence,
      outcome,
    }: CallBody<typeof ticketThreadCalls.reportThread>,
  ): Promise<void> {
    return this.threads.reportTask(id, fence, outcome);
  }

  @Call(ticketThreadCalls.claimThreadMessage)
  async claimMessage(
    @ZodBody(ticketThreadCalls.claimThreadMessage.body)
    { fence }: CallBody<typeof ticketThreadCalls.claimThreadMessage>,
  ): Promise<{ message: ThreadMessage | null }> {
    return { message: await this.messages.claimMessage(fence) };
  }

  @Call(ticketThreadCalls.reportThreadMessage)
  reportMessage(
    @PathParam(ticketThreadCalls.reportThreadMessage, 'id') id: number,
    @ZodBody(ticketThreadCalls.reportThreadMessage.body) {
      fence,
      outcome,
    }: CallBody<typeof ticketThreadCalls.reportThreadMessage>,
  ): Promise<void> {
    return this.messages.reportMessage(id, fence, outcome);
  }
}
