import { ticketThreadCalls, type ThreadMessage, type ThreadMessageOutcome } from '@pax/contracts';
import { Routes, type REST } from 'discord.js';
import { ChannelMessages } from '../discord/channel-messages.js';
import { SendGate } from '../discord/circuit.js';
import {
  classifyDiscordError,
  createFailureLogFields,
  readDiscordErrorCode,
  THREAD_IS_ARCHIVED,
} from '../discord/failure.js';
import { passFailpoint } from '../failpoints.js';
import type { Logger } from '../logger.js';
import { createThreadMessageView } from '../messages/thread-message-view.js';
import type { ServerClock, ShopClient } from '../shop-client.js';
import { findUnreportedMessage, SEARCH_AGE_MS } from './history-search.js';
import type { LeaseView } from './lease.js';
import { PollLoop, NOTHING_TO_DO, retryAfter, WORKED, type PollResult } from './poll-loop.js';

const SEND_TIMEOUT_MS = 10_000;
const THREAD_IS_DELETED = 10_003;
const THREAD_IS_LOCKED = 160_005;

export interface ThreadMessageDeps {
  rest: REST;
  shop: Pick<ShopClient, 'call'>;
  lease: LeaseView;
  clock: ServerClock;
  logger: Logger;
  botUserId: string;
  /** Clock for the waits that Discord demands, ms; default: the process's clock. */
  now?: () => number;
  onUnauthorized: (reason: string) => void;
}

/**
 * Writes each message of a ticket into the ticket's thread once, and empties it there after the ticket was erased. A
 * thread that takes nothing delays only the messages of its own ticket.
 */
export class ThreadMessageSender extends PollLoop {
  private readonly gate: SendGate;
  /** The message sent last, kept until the backend has accepted the report about it. */
  private unreported: { id: number; messageId: string } | undefined;

  constructor(
    private readonly deps: ThreadMessageDeps,
    pollMs?: number,
  ) {
    super({ name: 'thread messages', lease: deps.lease, logger: deps.logger }, pollMs);
    this.gate = new SendGate(deps.now);
  }

  protected async poll(signal: AbortSignal): Promise<PollResult> {
    const waitMs = this.gate.getWaitMs();
    if (waitMs > 0) return retryAfter(waitMs);
    const { shop, lease } = this.deps;
    const { fence } = lease;
    const { message } = await shop.call(ticketThreadCalls.claimThreadMessage, { body: { fence }, signal });
    if (!message) return NOTHING_TO_DO;
    if (!lease.isHeld()) return retryAfter(1_000);
    const outcome = await this.handleMessage(
      message,
      AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]),
    );
    if (outcome === undefined) return retryAfter(this.gate.getWaitMs());
    if (outcome.kind === 'sent') {
      passFailpoint('bot.threaded');
      this.unreported = { id: message.id, messageId: outcome.messageId };
    }
    const report = { params: { id: message.id }, body: { fence, outcome }, signal };
    await shop.call(ticketThreadCalls.reportThreadMessage, report);
    this.unreported = undefined;
    return WORKED;
  }

  /** Sends or empties a message. @returns the outcome, or undefined when the same message must be repeated first */
  private async handleMessage(
    message: ThreadMessage,
    signal: AbortSignal,
  ): Promise<ThreadMessageOutcome | undefined> {
    try {
      const outcome = await this.runInOpenThread(message, signal);
      this.gate.recordSuccess();
      return outcome;
    } catch (error) {
      return this.handleFailure(message, error);
    }
  }

  /** Runs the task; wakes the thread first if Discord refuses the task because the thread is archived. */
  private async runInOpenThread(message: ThreadMessage, signal: AbortSignal): Promise<ThreadMessageOutcome> {
    const run = () =>
      message.content === null ? this.emptyMessage(message, signal) : this.sendMessage(message, signal);
    try {
      return await run();
    } catch (error) {
      if (readDiscordErrorCode(error) !== THREAD_IS_ARCHIVED) throw error;
      await this.deps.rest.patch(Routes.channel(message.threadId), { body: { archived: false }, signal });
      return run();
    }
  }

  private async sendMessage(message: ThreadMessage, signal: AbortSignal): Promise<ThreadMessageOutcome> {
    if (this.unreported?.id === message.id) return { kind: 'sent', messageId: this.unreported.messageId };
    const isOld = (message.firstAttemptAgeMs ?? 0) >= SEARCH_AGE_MS;
    const earlier = isOld ? await this.findMessage(message, signal) : undefined;
    if (earlier !== undefined) return { kind: 'sent', messageId: earlier };
    const body = { ...createThreadMessageView(message), nonce: message.nonce, enforce_nonce: true };
    return { kind: 'sent', messageId: await this.getThread(message).sendMessage(body, signal) };
  }

  private async emptyMessage(message: ThreadMessage, signal: AbortSignal): Promise<ThreadMessageOutcome> {
    const messageId = message.messageId ?? (await this.findMessage(message, signal));
    if (messageId !== undefined)
      await this.getThread(message).editMessage(messageId, createThreadMessageView(message), signal);
    return { kind: 'emptied' };
  }

  private getThread({ threadId }: ThreadMessage): ChannelMessages {
    return new ChannelMessages(this.deps.rest, threadId);
  }

  /** Finds the message of an attempt that was never reported. */
  private findMessage(message: ThreadMessage, signal: AbortSignal): Promise<string | undefined> {
    const { botUserId, clock } = this.deps;
    const payload = JSON.stringify(createThreadMessageView(message));
    const messages = this.getThread(message);
    return findUnreportedMessage(message, { messages, botUserId, clock, payload, signal });
  }

  private handleFailure(message: ThreadMessage, error: unknown): ThreadMessageOutcome | undefined {
    const { logger, onUnauthorized } = this.deps;
    const failure = classifyDiscordError(error);
    logger.info('message of a ticket not written into its thread', {
      message: message.id,
      ticket: message.ticketId,
      ...createFailureLogFields(error, failure),
    });
    const code = readDiscordErrorCode(error);
    if (code === THREAD_IS_DELETED) return { kind: 'closed' };
    // What was erased must be emptied, so it waits until staff unlock the thread.
    if (code === THREAD_IS_LOCKED) return { kind: message.content === null ? 'later' : 'closed' };
    switch (failure.kind) {
      case 'gone':
        return message.content === null ? { kind: 'emptied' } : { kind: 'later' };
      case 'refused':
        return { kind: 'refused', reason: failure.reason };
      case 'blocked':
        return { kind: 'later' };
      case 'unauthorized':
        onUnauthorized(failure.reason);
        break;
      case 'rate-limited':
      case 'restricted':
      case 'unreachable':
    }
    this.gate.recordFailure(failure);
    return failure.kind === 'unreachable' ? { kind: 'later' } : undefined;
  }
}
