import { type Channel, type Batch, postCalls } from '@pax/contracts';
import type { ShopClient, ServerClock } from '../shop-client.js';
import type { ChannelMessages } from '../discord/channel-messages.js';
import type { Logger } from '../logger.js';
import { SendGate } from '../discord/circuit.js';
import type { ChannelCircuits } from './circuit-breakers.js';
import type { LeaseView } from './lease.js';
import type { RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import { classifySendError, createFailureLogFields } from '../discord/failure.js';
import { passFailpoint } from '../failpoints.js';
import { buildNewMessage, packPostsIntoMessage } from '../messages/post-message.js';
import { HistorySearch, SEARCH_AGE_MS } from './history-search.js';
import { retryAfter, WORKED, NOTHING_TO_DO, type PollResult } from './poll-loop.js';

/** Dependencies of the senders of one channel. */
export interface ChannelDeps {
  channel: Channel;
  shop: Pick<ShopClient, 'call'>;
  messages: ChannelMessages;
  /** True when the settings name no channel, so that only messages sent before are edited. */
  isUnset?: boolean;
  lease: LeaseView;
  circuits: ChannelCircuits;
  clock: ServerClock;
  logger: Logger;
  botUserId: string;
  /** Clock for the waits that Discord demands, ms; default: the process's clock. */
  now?: () => number;
  /** The role that posts of new orders mention. */
  staffPing?: string;
}

const PING_INTERVAL_MS = 300_000;
/** Time before the claim's end at which sending stops, ms, so that the report arrives in time. */
const CLAIM_MARGIN_MS = 5_000;

/** A claimed batch, its channel, and the time of the claim, ms. */
interface Delivery {
  batch: Batch;
  messages: ChannelMessages;
  fence: number;
  claimedAt: number;
}

/**
 * Sends a channel's posts, each event in exactly one message. After a failure, the next claim returns the same stored
 * message; its nonce or the channel's history tells whether it was sent.
 */
export class PostSender {
  private readonly gate: SendGate;
  private readonly history: HistorySearch;
  private pingedAt = Number.NEGATIVE_INFINITY;
  /** The message sent last, kept until the backend has accepted the report about it. */
  private unreported: { batchId: string; messageId: string } | undefined;

  constructor(private readonly deps: ChannelDeps) {
    this.gate = new SendGate(deps.now);
    this.history = new HistorySearch(deps.messages, deps.botUserId, 'numbered');
  }

  /**
   * Sends at most one batch of posts. After a failure of Discord, the result contains the wait.
   * @throws ProblemError or BackendUnavailableError from the backend
   */
  async sendNextBatch(signal: AbortSignal): Promise<PollResult> {
    const waitMs = Math.max(this.gate.getWaitMs(), this.deps.circuits.getWaitMs('posts'));
    if (waitMs > 0) return retryAfter(waitMs);
    const { shop, channel, lease } = this.deps;
    const { fence } = lease;
    const claimedAt = performance.now();
    const { batch } = await shop.call(postCalls.claimPosts, { body: { channel, fence }, signal });
    if (!batch) return NOTHING_TO_DO;
    passFailpoint('bot.claimed');
    const messages = this.deps.messages.selectChannel(batch);
    const messageId =
      this.findUnreportedMessageId(batch) ??
      (await this.deliverBatch({ batch, messages, fence, claimedAt }, signal));
    if (typeof messageId !== 'string') return messageId;
    passFailpoint('bot.accepted');
    this.unreported = { batchId: batch.id, messageId };
    const report = { params: { id: batch.id }, body: { fence, messageId }, signal };
    await shop.call(postCalls.reportBatch, report);
    this.unreported = undefined;
    passFailpoint('bot.reported');
    return WORKED;
  }

  private findUnreportedMessageId(batch: Batch): string | undefined {
    return this.unreported?.batchId === batch.id ? this.unreported.messageId : undefined;
  }

  private async deliverBatch(delivery: Delivery, signal: AbortSignal): Promise<string | PollResult> {
    const { batch, fence, claimedAt } = delivery;
    const payload = batch.payload ?? (await this.freezeBatch(batch, fence, signal));
    passFailpoint('bot.registered');
    const usedMs = performance.now() - claimedAt;
    const remainingMs = Math.round(this.getRemainingMs(batch) - usedMs - CLAIM_MARGIN_MS);
    if (remainingMs <= 0 || !this.deps.lease.isHeld()) return this.skipLateBatch(batch, remainingMs);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(remainingMs)]);
    try {
      const messageId =
        (await this.findEarlierMessage(delivery, payload, inTime)) ??
        (await this.sendBatch(delivery, payload, inTime));
      this.gate.recordSuccess();
      this.deps.circuits.recordSuccess('posts');
      return messageId;
    } catch (error) {
      return this.handleFailure(error, delivery, payload, signal);
    }
  }

  /** Role to mention now; at most once in five minutes, so that many orders at once ping the staff only once. */
  private getRoleToPing(): string | undefined {
    return this.now() - this.pingedAt < PING_INTERVAL_MS ? undefined : this.deps.staffPing;
  }

  private now(): number {
    return (this.deps.now ?? (() => performance.now()))();
  }

  /**
   * Renders as many posts as fit into a message and stores the message in the backend, where it can no longer change.
   */
  private async freezeBatch(batch: Batch, fence: number, signal: AbortSignal): Promise<string> {
    const posts = packPostsIntoMessage(batch.posts);
    const message = buildNewMessage(batch.channel, posts, this.getRoleToPing());
    if (message.content !== '') this.pingedAt = this.now();
    const payload = JSON.stringify(message);
    const postIds = posts.map((post) => post.id);
    await this.registerBatch(batch.id, { fence, payload, postIds }, signal);
    return payload;
  }

  /** Registers a stored message for the channel of the present settings. */
  private async registerBatch(
    batchId: string,
    frozen: { fence: number; payload: string; postIds: number[] },
    signal: AbortSignal,
  ): Promise<void> {
    const { shop, messages } = this.deps;
    const body = { ...frozen, channelId: messages.channelId };
    await shop.call(postCalls.registerBatch, { params: { id: batchId }, body, signal });
  }

  private async findEarlierMessage(
    { batch, messages }: Delivery,
    payload: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { clock } = this.deps;
    if (batch.firstAttemptAt === null) return undefined;
    const ageMs = batch.firstAttemptAgeMs ?? -clock.msUntil(batch.firstAttemptAt);
    if (ageMs < SEARCH_AGE_MS) return undefined;
    // Takes the earlier of two clocks: a search that starts too early reads more pages, one that starts too late misses
    // the sent message.
    const begunAt = Math.min(Date.parse(batch.firstAttemptAt), clock.now() - ageMs);
    const messageId = await this.getHistorySearch(messages).findMessage(batch, payload, begunAt, signal);
    this.deps.logger.info('searched the channel for an earlier message', {
      batch: batch.id,
      found: messageId ?? null,
    });
    return messageId;
  }

  private getHistorySearch(messages: ChannelMessages): HistorySearch {
    const isPresent = messages === this.deps.messages;
    return isPresent ? this.history : new HistorySearch(messages, this.deps.botUserId, 'numbered');
  }

  /**
   * Time left of the claim. An older backend sends only the claim's end, which is exact only when both clocks agree.
   */
  private getRemainingMs({ remainingMs, leaseUntil }: Batch): number {
    return remainingMs ?? this.deps.clock.msUntil(leaseUntil);
  }

  private skipLateBatch(batch: Batch, remainingMs: number): PollResult {
    const { channel, logger, lease } = this.deps;
    const why = lease.isHeld() ? 'too little is left of its claim' : 'the lease is lost';
    logger.warn(`post not sent, ${why}`, { channel, batch: batch.id, remainingMs });
    return retryAfter(1_000);
  }

  private sendBatch({ batch, messages }: Delivery, payload: string, signal: AbortSignal): Promise<string> {
    const frozen: RESTPostAPIChannelMessageJSONBody = JSON.parse(payload);
    return messages.sendMessage({ ...frozen, nonce: batch.nonce, enforce_nonce: true }, signal);
  }

  private async handleFailure(
    error: unknown,
    { batch, messages, fence }: Delivery,
    payload: string,
    signal: AbortSignal,
  ): Promise<PollResult> {
    const failure = classifySendError(error);
    const { channel, logger, circuits, shop } = this.deps;
    const isElsewhere = failure.kind === 'blocked' && messages !== this.deps.messages;
    if (!isElsewhere) {
      this.gate.recordFailure(failure);
      await circuits.recordChannelFailure('posts', failure);
    }
    const waitMs = Math.round(Math.max(this.gate.getWaitMs(), circuits.getWaitMs('posts')));
    logger.warn('post not sent', {
      channel,
      batch: batch.id,
      ...createFailureLogFields(error, failure),
      waitMs,
    });
    if (isElsewhere) {
      // The channel of the former settings is gone or closed to the bot, so the stored message is sent to the present
      // channel.
      await this.registerBatch(
        batch.id,
        { fence, payload, postIds: batch.posts.map(({ id }) => id) },
        signal,
      );
      return WORKED;
    }
    if (failure.kind !== 'refused') return retryAfter(waitMs);
    const body = { fence, reason: failure.reason.slice(0, 500) };
    await shop.call(postCalls.rejectBatch, { params: { id: batch.id }, body, signal });
    return WORKED;
  }
}
