import { ticketThreadCalls, MAX_THREAD_LINES, THREAD_LINE_LENGTH } from '@pax/contracts';
import { z } from 'zod';
import { Backoff, pause } from '../timing.js';
import { classifyDiscordError } from '../discord/failure.js';
import { reasonOf, type Logger } from '../logger.js';
import type { WrittenMessage, ThreadHistory, ThreadPage } from '../discord/thread-messages.js';
import { BackendUnavailableError, type ShopClient } from '../shop-client.js';
import type { ConnectionState } from '../discord/gateway.js';
import { clipText } from '../messages/sanitize-text.js';

export interface MissedLinesDeps {
  shop: Pick<ShopClient, 'call'>;
  history: Pick<ThreadHistory, 'listMessagesAfter'>;
  fence: () => number;
  logger: Logger;
  /** Sends a thread line to the backend. @returns false when the backend is unreachable */
  handOver: (line: WrittenMessage) => Promise<boolean>;
}

/** Reads messages of ticket threads that are newer than the last one that the shop has of each thread. */
export class MissedLines {
  /** Id of the newest line that was read or sent to the backend, by thread. */
  private readonly newest = new Map<string, bigint>();

  constructor(
    private readonly deps: MissedLinesDeps,
    private readonly signal: AbortSignal,
  ) {}

  /** True for a line that was already read; a resumed session reports such a line again. */
  hasRead({ channelId, messageId, isNew }: WrittenMessage): boolean {
    return isNew && BigInt(messageId) <= (this.newest.get(channelId) ?? -1n);
  }

  /** True for a ticket's thread according to the last read, even one in a channel of former settings. */
  hasThread(threadId: string): boolean {
    return this.newest.has(threadId);
  }

  /** Reads all threads. Never throws. @returns false when the backend is unreachable and another attempt is needed */
  async readAllThreads(): Promise<boolean> {
    const { shop, fence, logger } = this.deps;
    const input = { body: { fence: fence() }, signal: this.signal };
    try {
      const { threads } = await shop.call(ticketThreadCalls.keptThreads, input);
      for (const { threadId, lastLineId } of threads)
        if (!(await this.readThread(threadId, lastLineId ?? threadId))) return false;
      return true;
    } catch (error) {
      logger.warn('threads of tickets not known', { reason: reasonOf(error) });
      // A refusal is not retried, since the backend would refuse again and new lines must not wait.
      return !(error instanceof BackendUnavailableError);
    }
  }

  private async readThread(threadId: string, lastLineId: string): Promise<boolean> {
    this.newest.set(threadId, BigInt(lastLineId));
    let read = 0;
    // Stops at the number of lines that the shop stores per thread, since new lines wait meanwhile.
    for (let from: string | undefined = lastLineId; from !== undefined && read < MAX_THREAD_LINES;) {
      if (this.signal.aborted) return true;
      const page: ThreadPage | undefined = await this.readThreadPage(threadId, from);
      for (const line of page?.lines ?? []) {
        if (!(await this.deps.handOver(line))) return false;
        this.newest.set(threadId, BigInt(line.messageId));
      }
      read += page?.lines.length ?? 0;
      from = page?.next;
    }
    return true;
  }

  /** Reads a page of a thread. @returns undefined for a thread that Discord refuses, or whose answer is unreadable */
  private async readThreadPage(threadId: string, from: string): Promise<ThreadPage | undefined> {
    const { history, logger } = this.deps;
    const backoff = new Backoff({ firstMs: 500, maxMs: 15_000 });
    while (!this.signal.aborted) {
      try {
        return await history.listMessagesAfter(threadId, from, this.signal);
      } catch (error) {
        const failure = classifyDiscordError(error);
        const isUnreadable = error instanceof z.ZodError;
        if ('waitMs' in failure) await pause(failure.waitMs, this.signal);
        else if (failure.kind === 'unreachable' && !isUnreadable)
          await pause(backoff.nextWaitMs(), this.signal);
        else {
          logger.warn('lines of a thread not read', { thread: threadId, reason: failure.reason });
          return undefined;
        }
      }
    }
    return undefined;
  }
}

/** Largest number of lines that wait for the backend; further ones are dropped and later read from the threads. */
const MAX_WAITING = 500;

export interface ThreadLineForwarderDeps {
  shop: Pick<ShopClient, 'call'>;
  history: Pick<ThreadHistory, 'listMessagesAfter'>;
  /** Channel in which new ticket threads are opened. */
  channelId: string;
  fence: () => number;
  logger: Logger;
}

/**
 * Sends messages of ticket threads to the backend in order, with retries. Missed ones are read from the threads before
 * newer ones are sent, so that none is skipped.
 */
export class ThreadLineForwarder {
  private readonly waiting: WrittenMessage[] = [];
  private readonly missed: MissedLines;
  private isBusy = false;
  /** True when lines were missed and must be read from the threads. */
  private hasMissedLines = false;
  /** True while new lines are dropped because too many wait; ends when all waiting ones have been sent. */
  private isFull = false;
  /** True while the gateway connection is broken, because lines may be missing before the next one. */
  private isPaused = false;

  constructor(
    private readonly deps: ThreadLineForwarderDeps,
    private readonly signal: AbortSignal,
  ) {
    const handOver = (line: WrittenMessage): Promise<boolean> => this.handOver(line);
    this.missed = new MissedLines({ ...deps, handOver }, signal);
  }

  /** Queues a line that the gateway reported. Never throws. */
  onMessage(message: WrittenMessage): void {
    const isOurs = message.parentId === this.deps.channelId || this.missed.hasThread(message.channelId);
    if (!isOurs || this.signal.aborted) return;
    this.isFull ||= this.waiting.length >= MAX_WAITING;
    if (this.isFull) return;
    this.waiting.push(message);
    this.wakeProcessing();
  }

  /**
   * Sets the state of the gateway connection: broken, nothing is sent; resumed, no line is missing; new session, lines
   * may be missing. Never throws.
   */
  setConnectionState(state: ConnectionState): void {
    this.isPaused = state === 'broken';
    if (state === 'new') this.hasMissedLines = true;
    this.wakeProcessing();
  }

  private wakeProcessing(): void {
    if (!this.isBusy) void this.processWaitingLines();
  }

  private async processWaitingLines(): Promise<void> {
    this.isBusy = true;
    const backoff = new Backoff({ firstMs: 500, maxMs: 15_000 });
    while (!this.signal.aborted && !this.isPaused && (this.hasMissedLines || this.waiting.length > 0)) {
      if (await this.processNextLine()) backoff.reset();
      else await pause(backoff.nextWaitMs(), this.signal);
    }
    this.isBusy = false;
  }

  /** Handles missed lines, or the next waiting line. @returns false when the step must be repeated */
  private async processNextLine(): Promise<boolean> {
    if (this.hasMissedLines) {
      this.hasMissedLines = false;
      const isDone = await this.missed.readAllThreads();
      this.hasMissedLines ||= !isDone;
      return isDone;
    }
    const [next] = this.waiting;
    if (next === undefined || !(this.missed.hasRead(next) || (await this.handOver(next)))) return false;
    this.waiting.shift();
    if (this.isFull && this.waiting.length === 0) {
      this.deps.logger.warn('too many lines of threads, the rest is read from Discord', {});
      this.isFull = false;
      this.hasMissedLines = true;
    }
    return true;
  }

  /** Sends a line to the backend. @returns true when the line needs no further attempt */
  private async handOver({
    channelId,
    messageId,
    author,
    text,
    writtenAt,
  }: WrittenMessage): Promise<boolean> {
    const { shop, fence, logger } = this.deps;
    const body = {
      fence: fence(),
      threadId: channelId,
      messageId,
      author: author && { id: author.id, name: author.name.slice(0, 100) },
      text: text === null ? null : clipText(text, THREAD_LINE_LENGTH),
      writtenAt: new Date(writtenAt).toISOString(),
    };
    try {
      await shop.call(ticketThreadCalls.noteThreadLine, { body, signal: this.signal });
      return true;
    } catch (error) {
      logger.warn('line of a thread not kept', { reason: reasonOf(error) });
      return !(error instanceof BackendUnavailableError);
    }
  }
}
