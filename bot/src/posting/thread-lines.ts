import { THREAD_LINE_LENGTH } from '@pax/contracts';
import { Backoff } from '../waits/backoff.js';
import { BackendUnavailableError } from '../shop/problem-error.js';
import { reasonOf, type Logger } from '../logger.js';
import type { LinkState } from '../discord/gateway.js';
import type { WrittenMessage } from '../discord/thread-messages.js';
import { pause } from '../waits/pause.js';
import { clip } from '../messages/text.js';
import type { ThreadBackend } from '../shop/thread-backend.js';
import type { ThreadHistory } from '../discord/thread-history.js';
import { MissedLines } from './missed-lines.js';

/** Number of lines waiting for the backend; further ones are dropped and later read from the threads. */
const MOST_WAITING = 500;

export interface ThreadLinesDeps {
  backend: Pick<ThreadBackend, 'noteLine' | 'kept'>;
  history: Pick<ThreadHistory, 'after'>;
  /** The channel below which new threads of tickets are opened. */
  channelId: string;
  fence: () => number;
  logger: Logger;
}

/**
 * Hands over the lines of ticket threads, in order, with retries while the backend is away. Missed lines are read from
 * the threads before anything newer is handed over, so that no line is skipped.
 */
export class ThreadLines {
  private readonly waiting: WrittenMessage[] = [];
  private readonly missed: MissedLines;
  private isBusy = false;
  /** True when lines were missed and must be read from the threads. */
  private isBehind = false;
  /** True when new lines are dropped until the waiting ones are handed over. */
  private isFull = false;
  /** True while the connection is broken, since the next line may follow a gap. */
  private isHeld = false;

  constructor(
    private readonly deps: ThreadLinesDeps,
    private readonly signal: AbortSignal,
  ) {
    const note = (line: WrittenMessage): Promise<boolean> => this.noted(line);
    this.missed = new MissedLines({ ...deps, note }, signal);
  }

  /** Takes a line from the gateway. Never throws. */
  hear(message: WrittenMessage): void {
    const isOurs = message.parentId === this.deps.channelId || this.missed.hasThread(message.channelId);
    if (!isOurs || this.signal.aborted) return;
    this.isFull ||= this.waiting.length >= MOST_WAITING;
    if (this.isFull) return;
    this.waiting.push(message);
    this.wake();
  }

  /**
   * Takes the state of the connection. While it is broken, nothing is handed over; after a resume no line is missing,
   * after a new session lines may be. Never throws.
   */
  linked(state: LinkState): void {
    this.isHeld = state === 'broken';
    if (state === 'new') this.isBehind = true;
    this.wake();
  }

  private wake(): void {
    if (!this.isBusy) void this.work();
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    const backoff = new Backoff({ firstMs: 500, maxMs: 15_000 });
    while (!this.signal.aborted && !this.isHeld && (this.isBehind || this.waiting.length > 0)) {
      if (await this.step()) backoff.reset();
      else await pause(backoff.next(), this.signal);
    }
    this.isBusy = false;
  }

  /** @returns false when the step must be repeated */
  private async step(): Promise<boolean> {
    if (this.isBehind) {
      this.isBehind = false;
      const isDone = await this.missed.read();
      this.isBehind ||= !isDone;
      return isDone;
    }
    const [next] = this.waiting;
    if (next === undefined || !(this.missed.hasRead(next) || (await this.noted(next)))) return false;
    this.waiting.shift();
    if (this.isFull && this.waiting.length === 0) {
      this.deps.logger.warn('too many lines of threads, the rest is read from Discord', {});
      this.isFull = false;
      this.isBehind = true;
    }
    return true;
  }

  /** @returns true when the line needs no further try */
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
