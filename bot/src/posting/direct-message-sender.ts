import {
  directMessage,
  directMessageCalls,
  directMessageContent,
  type DirectMessage,
  type DirectMessageOutcome,
} from '@pax/contracts';
import {
  DiscordAPIError,
  RateLimitError,
  Routes,
  type REST,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import { z } from 'zod';
import { ChannelMessages } from '../discord/channel-messages.js';
import type { ShopClient, ServerClock } from '../shop-client.js';
import { classifyDiscordError, type DiscordFailure } from '../discord/failure.js';
import { passFailpoint } from '../failpoints.js';
import type { Logger } from '../logger.js';
import { createDirectMessageView } from '../messages/direct-message-view.js';
import { SendGate } from '../discord/circuit.js';
import { findUnreportedMessage, SEARCH_AGE_MS } from './history-search.js';
import type { LeaseView } from './lease.js';
import { PollLoop, NOTHING_TO_DO, retryAfter, WORKED, type PollResult } from './poll-loop.js';

/**
 * Discord's error codes for a person who cannot get messages from the bot: messages closed, no common server, unknown
 * person.
 */
const CLOSED_MESSAGES_CODES: readonly unknown[] = [50_007, 50_278, 10_013];
/** Discord's error codes for a direct message channel that is missing, or belongs to another application. */
const FOREIGN_CHANNEL_CODES: readonly unknown[] = [10_003, 50_001];
/** Wait after a refusal that the person did not cause, ms, since Discord may restrict the bot itself. */
const REFUSED_WAIT_MS = 600_000;
const UNREACHABLE_WAIT_MS = 2_000;

/**
 * Returns the outcome to report for a failed attempt. A stored channel may belong to a former application of the bot,
 * so a new channel is opened then.
 */
export function getFailedMessageOutcome(
  error: unknown,
  failure: DiscordFailure,
  isChannelKnown: boolean,
): DirectMessageOutcome {
  if (error instanceof DiscordAPIError && CLOSED_MESSAGES_CODES.includes(error.code))
    return { kind: 'closed' };
  if (isChannelKnown && error instanceof DiscordAPIError && FOREIGN_CHANNEL_CODES.includes(error.code))
    return { kind: 'later', waitMs: UNREACHABLE_WAIT_MS, isChannelLost: true };
  switch (failure.kind) {
    case 'refused':
      return { kind: 'refused', reason: failure.reason };
    case 'rate-limited':
    case 'restricted':
      return { kind: 'later', waitMs: Math.min(3_600_000, Math.ceil(failure.waitMs)) };
    case 'blocked':
    case 'gone':
      return { kind: 'later', waitMs: REFUSED_WAIT_MS };
    default:
      return { kind: 'later', waitMs: UNREACHABLE_WAIT_MS };
  }
}

/** True when all direct messages would fail: a limit on the bot or on opening channels, an invalid token, an outage. */
export function isFailureOfAllMessages(error: unknown, failure: DiscordFailure): boolean {
  if (error instanceof RateLimitError) return error.global || error.route.startsWith('/users/');
  return ['unreachable', 'unauthorized', 'rate-limited', 'restricted'].includes(failure.kind);
}

const SEND_TIMEOUT_MS = 10_000;

/** As the contract has it, but null for content of a newer shop, which must not end the messages to all others. */
const claimDirect = {
  ...directMessageCalls.claimDirect,
  answer: z.object({
    message: directMessage.extend({ content: directMessageContent.nullable().catch(null) }).nullable(),
  }),
};

const openedChannel = z.object({ id: z.string() });

export interface DirectMessageDeps {
  rest: REST;
  shop: Pick<ShopClient, 'call'>;
  lease: LeaseView;
  clock: ServerClock;
  logger: Logger;
  botUserId: string;
  /** Base address of the shop's website. */
  publicUrl: string;
  /** Clock for the waits that Discord demands, ms; default: the process's clock. */
  now?: () => number;
  onUnauthorized: (reason: string) => void;
  /** Called for a person who accepts no messages. */
  onMessagesClosed?: (discordId: string) => void;
}

/**
 * Sends each direct message once: claim, store the final text, send with a nonce, report. A failure for one person
 * delays only that person's messages; closed direct messages end the attempts.
 */
export class DirectMessageSender extends PollLoop {
  private readonly gate: SendGate;
  /** The message sent last, kept until the backend has accepted the report about it. */
  private unreported: { id: number; messageId: string } | undefined;

  constructor(
    private readonly deps: DirectMessageDeps,
    pollMs?: number,
  ) {
    super({ name: 'direct', lease: deps.lease, logger: deps.logger }, pollMs);
    this.gate = new SendGate(deps.now);
  }

  protected async poll(signal: AbortSignal): Promise<PollResult> {
    const waitMs = this.gate.getWaitMs();
    if (waitMs > 0) return retryAfter(waitMs);
    const { shop, lease } = this.deps;
    const { fence } = lease;
    const { message: claimed } = await shop.call(claimDirect, { body: { fence }, signal });
    if (!claimed) return NOTHING_TO_DO;
    if (!lease.isHeld()) return retryAfter(1_000);
    const { content, ...rest } = claimed;
    if (!content) {
      // The newer bot that soon replaces this one can send it.
      await this.reportOutcome(rest, fence, { kind: 'later', waitMs: REFUSED_WAIT_MS }, signal);
      return WORKED;
    }
    const message: DirectMessage = { ...rest, content };
    const known = this.unreported?.id === message.id ? this.unreported.messageId : undefined;
    const messageId = known ?? (await this.deliverMessage(message, fence, signal));
    if (messageId === undefined) return WORKED;
    passFailpoint('bot.told');
    this.unreported = { id: message.id, messageId };
    await this.reportOutcome(message, fence, { kind: 'sent', messageId }, signal);
    this.unreported = undefined;
    return WORKED;
  }

  /** Sends a claimed direct message. @returns the id of the sent message, or undefined after a reported failure */
  private async deliverMessage(
    message: DirectMessage,
    fence: number,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]);
    let channelId: string;
    try {
      channelId = message.channelId ?? (await this.openChannel(message.discordId, inTime));
    } catch (error) {
      return this.reportFailure(error, message, fence, signal);
    }
    const payload = message.payload ?? (await this.freezeMessage(message, channelId, fence, signal));
    passFailpoint('bot.registered');
    const messages = new ChannelMessages(this.deps.rest, channelId);
    try {
      const sent =
        (await this.findEarlierMessage(message, payload, messages, inTime)) ??
        (await this.sendMessage(message, payload, messages, inTime));
      this.gate.recordSuccess();
      return sent;
    } catch (error) {
      return this.reportFailure(error, message, fence, signal);
    }
  }

  private async openChannel(recipient: string, signal: AbortSignal): Promise<string> {
    const body = { recipient_id: recipient };
    return openedChannel.parse(await this.deps.rest.post(Routes.userChannels(), { body, signal })).id;
  }

  private async freezeMessage(
    message: DirectMessage,
    channelId: string,
    fence: number,
    signal: AbortSignal,
  ): Promise<string> {
    const payload = JSON.stringify(createDirectMessageView(message, this.deps.publicUrl));
    const body = { fence, payload, channelId };
    await this.deps.shop.call(directMessageCalls.registerDirect, {
      params: { id: message.id },
      body,
      signal,
    });
    return payload;
  }

  private async findEarlierMessage(
    message: DirectMessage,
    payload: string,
    messages: ChannelMessages,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if ((message.firstAttemptAgeMs ?? 0) < SEARCH_AGE_MS) return undefined;
    const { botUserId, clock } = this.deps;
    return findUnreportedMessage(message, { messages, botUserId, clock, payload, signal });
  }

  private sendMessage(
    { nonce }: DirectMessage,
    payload: string,
    messages: ChannelMessages,
    signal: AbortSignal,
  ): Promise<string> {
    const frozen: RESTPostAPIChannelMessageJSONBody = JSON.parse(payload);
    return messages.sendMessage({ ...frozen, nonce, enforce_nonce: true }, signal);
  }

  private async reportOutcome(
    { id }: Pick<DirectMessage, 'id'>,
    fence: number,
    outcome: DirectMessageOutcome,
    signal: AbortSignal,
  ): Promise<void> {
    const body = { fence, outcome };
    await this.deps.shop.call(directMessageCalls.reportDirect, { params: { id }, body, signal });
  }

  private async reportFailure(
    error: unknown,
    message: DirectMessage,
    fence: number,
    signal: AbortSignal,
  ): Promise<undefined> {
    const { logger, onUnauthorized } = this.deps;
    const failure = classifyDiscordError(error);
    const reason = 'reason' in failure ? failure.reason : failure.kind;
    const isKnown = message.channelId !== null;
    const outcome = getFailedMessageOutcome(error, failure, isKnown);
    logger.info('direct message not sent', { id: message.id, outcome: outcome.kind, reason });
    if (failure.kind === 'unauthorized') onUnauthorized(failure.reason);
    if (isFailureOfAllMessages(error, failure)) this.gate.recordFailure(failure);
    await this.reportOutcome(message, fence, outcome, signal);
    if (outcome.kind === 'closed') this.deps.onMessagesClosed?.(message.discordId);
  }
}
