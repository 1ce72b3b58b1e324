import {
  threadCalls,
  type KeptThreadsAnswer,
  type NoteThreadLineRequest,
  type ThreadOutcome,
  type ThreadTask,
} from '@pax/contracts';
import type { BackendHttp } from './shop.js';

/** The bot's calls about the threads of tickets. All throw as {@link BackendHttp.call} does. */
export class ThreadBackend {
  constructor(private readonly http: BackendHttp) {}

  /** The next thread to open or archive, or null. @throws ProblemError FENCED when the lease went to another bot */
  async claim(fence: number, signal?: AbortSignal): Promise<ThreadTask | null> {
    return (await this.http.call(threadCalls.claimThread, {}, { body: { fence }, signal })).task;
  }

  /** The threads whose lines the shop keeps, and the newest stored line of each. @throws ProblemError FENCED */
  async kept(fence: number, signal?: AbortSignal): Promise<KeptThreadsAnswer['threads']> {
    return (await this.http.call(threadCalls.keptThreads, {}, { body: { fence }, signal })).threads;
  }

  /** Hands over a line of a thread; the shop ignores threads that belong to no ticket. */
  async noteLine(line: NoteThreadLineRequest, signal?: AbortSignal): Promise<void> {
    await this.http.send(threadCalls.noteThreadLine, {}, { body: line, signal });
  }

  async report(
    { ticketId }: ThreadTask,
    fence: number,
    outcome: ThreadOutcome,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.http.send(threadCalls.reportThread, { id: ticketId }, { body: { fence, outcome }, signal });
  }
}
