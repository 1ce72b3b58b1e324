import { THREAD_LINES_KEPT } from '@pax/contracts';
import { z } from 'zod';
import { Backoff } from '../waits/backoff.js';
import { discordFailure } from '../discord/failure.js';
import { reasonOf, type Logger } from '../logger.js';
import type { WrittenMessage } from '../discord/thread-messages.js';
import { pause } from '../waits/pause.js';
import { BackendUnavailableError } from '../shop/problem-error.js';
import type { ThreadBackend } from '../shop/thread-backend.js';
import type { ThreadHistory, ThreadPage } from '../discord/thread-history.js';

export interface MissedLinesDeps {
  backend: Pick<ThreadBackend, 'kept'>;
  history: Pick<ThreadHistory, 'after'>;
  fence: () => number;
  logger: Logger;
  /** Hands a line over. @returns false when the backend is away */
  note: (line: WrittenMessage) => Promise<boolean>;
}

/** Reads the lines of ticket threads that are newer than the shop's last line of each. */
export class MissedLines {
  /** By thread, the id of the newest line that was handed over or read. */
  private readonly newest = new Map<string, bigint>();

  constructor(
    private readonly deps: MissedLinesDeps,
    private readonly signal: AbortSignal,
  ) {}

  /** True for a line that was read here, since a resumed session reports it again. */
  hasRead({ channelId, messageId, isNew }: WrittenMessage): boolean {
    return isNew && BigInt(messageId) <= (this.newest.get(channelId) ?? -1n);
  }

  /** True for a thread of a ticket, by the last reading; includes threads in a channel of former settings. */
  hasThread(threadId: string): boolean {
    return this.newest.has(threadId);
  }

  /** Reads all threads. Never throws. @returns false when the backend is away and another try is needed */
  async read(): Promise<boolean> {
    const { backend, fence, logger } = this.deps;
    try {
      for (const { threadId, lastLineId } of await backend.kept(fence(), this.signal))
        if (!(await this.readThread(threadId, lastLineId ?? threadId))) return false;
      return true;
    } catch (error) {
      logger.warn('threads of tickets not known', { reason: reasonOf(error) });
      // A refusal would repeat itself, and new lines must not wait for it.
      return !(error instanceof BackendUnavailableError);
    }
  }

  private async readThread(threadId: string, lastLineId: string): Promise<boolean> {
    this.newest.set(threadId, BigInt(lastLineId));
    let read = 0;
    // Stops at the number of lines that the shop keeps per thread, since new lines wait meanwhile.
    for (let from: string | undefined = lastLineId; from !== undefined && read < THREAD_LINES_KEPT;) {
      if (this.signal.aborted) return true;
      const page: ThreadPage | undefined = await this.page(threadId, from);
      for (const line of page?.lines ?? []) {
        if (!(await this.deps.note(line))) return false;
        this.newest.set(threadId, BigInt(line.messageId));
      }
      read += page?.lines.length ?? 0;
      from = page?.next;
    }
    return true;
  }

  /** @returns undefined for a thread that Discord refuses, or whose answer is unreadable */
  private async page(threadId: string, from: string): Promise<ThreadPage | undefined> {
    const { history, logger } = this.deps;
    const backoff = new Backoff({ firstMs: 500, maxMs: 15_000 });
    while (!this.signal.aborted) {
      try {
        return await history.after(threadId, from, this.signal);
      } catch (error) {
        const failure = discordFailure(error);
        const isUnreadable = error instanceof z.ZodError;
        if (failure.kind === 'rate-limited') await pause(failure.waitMs, this.signal);
        else if (failure.kind === 'unreachable' && !isUnreadable) await pause(backoff.next(), this.signal);
        else {
          const reason = 'reason' in failure ? failure.reason : failure.kind;
          logger.warn('lines of a thread not read', { thread: threadId, reason });
          return undefined;
        }
      }
    }
    return undefined;
  }
}
