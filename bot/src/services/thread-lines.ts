import { THREAD_LINE_LENGTH } from '@pax/contracts';
import { Backoff } from '../core/backoff.js';
import { BackendUnavailableError } from '../core/problem-error.js';
import { reasonOf, type Logger } from '../core/logger.js';
import type { WrittenMessage } from '../core/messages-heard.js';
import { pause } from '../core/pause.js';
import { clip } from '../core/text.js';
import type { ThreadBackend } from '../core/thread-backend.js';

/** Lines that wait for the backend; beyond that the newest are lost. */
const MOST_WAITING = 500;

export interface ThreadLinesDeps {
  backend: Pick<ThreadBackend, 'noteLine'>;
  /** Below which the threads of tickets are. */
  channelId: string;
  fence: () => number;
  logger: Logger;
}

/** Hands over what is written in the threads of tickets, in order, again while the backend is away (OWN-748). */
export class ThreadLines {
  private readonly waiting: WrittenMessage[] = [];
  private isBusy = false;

  constructor(
    private readonly deps: ThreadLinesDeps,
    private readonly signal: AbortSignal,
  ) {}

  /** Never throws. */
  hear(message: WrittenMessage): void {
    if (message.parentId !== this.deps.channelId || this.signal.aborted) return;
    if (this.waiting.length >= MOST_WAITING) return this.deps.logger.warn('line of a thread lost', {});
    this.waiting.push(message);
    if (!this.isBusy) void this.work();
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    const backoff = new Backoff({ firstMs: 500, maxMs: 15_000 });
    for (let next = this.waiting[0]; next && !this.signal.aborted; next = this.waiting[0]) {
      if (await this.noted(next)) {
        this.waiting.shift();
        backoff.reset();
      } else await pause(backoff.next(), this.signal);
    }
    this.isBusy = false;
  }

  /** @returns whether nothing more is to be tried */
  private async noted({ channelId, messageId, author, text, writtenAt }: WrittenMessage): Promise<boolean> {
    const { backend, fence, logger } = this.deps;
    const line = {
      fence: fence(),
      threadId: channelId,
      messageId,
      author: author && { id: author.id, name: author.name.slice(0, 100) },
      text: text === null ? null : clip(text, THREAD_LINE_LENGTH),
      writtenAt: new Date(writtenAt).toISOString(),
    };
    try {
      await backend.noteLine(line, this.signal);
      return true;
    } catch (error) {
      logger.warn('line of a thread not kept', { reason: reasonOf(error) });
      return !(error instanceof BackendUnavailableError);
    }
  }
}
