import { Controller } from '@nestjs/common';
import { threadCalls, type CallBody, type KeptThreadsAnswer, type ThreadTask } from '@pax/contracts';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { OpenThreads, RecordThreadLine, ThreadTasks } from './thread-tasks.js';

/** Calls by which the bot opens and archives the threads of tickets, and passes on the messages written in them. */
@Controller()
export class ThreadsController {
  constructor(
    private readonly tasks: ThreadTasks,
    private readonly recordThreadLine: RecordThreadLine,
    private readonly openThreads: OpenThreads,
  ) {}

  @Call(threadCalls.claimThread)
  async claimTask(
    @ZodBody(threadCalls.claimThread.body) { fence }: CallBody<typeof threadCalls.claimThread>,
  ): Promise<{ task: ThreadTask | null }> {
    return { task: await this.tasks.claimTask(fence) };
  }

  @Call(threadCalls.keptThreads)
  listKeptThreads(
    @ZodBody(threadCalls.keptThreads.body) { fence }: CallBody<typeof threadCalls.keptThreads>,
  ): Promise<KeptThreadsAnswer> {
    return this.openThreads.listOpenThreads(fence);
  }

  @Call(threadCalls.noteThreadLine)
  recordLine(
    @ZodBody(threadCalls.noteThreadLine.body) line: CallBody<typeof threadCalls.noteThreadLine>,
  ): Promise<void> {
    return this.recordThreadLine.execute(line);
  }

  @Call(threadCalls.reportThread)
  reportTask(
    @PathParam(threadCalls.reportThread, 'id') id: number,
    @ZodBody(threadCalls.reportThread.body) { fence, outcome }: CallBody<typeof threadCalls.reportThread>,
  ): Promise<void> {
    return this.tasks.reportTask(id, fence, outcome);
  }
}
