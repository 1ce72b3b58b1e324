import { createHash } from 'node:crypto';
import {
  botCalls,
  lastingMessageCalls,
  type LastingMessageOutcome,
  type LastingMessageKey,
  type LastingMessage,
} from '@pax/contracts';
import { ChannelMessages } from '../discord/channel-messages.js';
import { classifyDiscordError, classifySendError } from '../discord/failure.js';
import { passFailpoint } from '../failpoints.js';
import { PERSON_CALL_TIMEOUT_MS, type ShopClient, type ServerClock } from '../shop-client.js';
import type { Logger } from '../logger.js';
import type { LastingView } from '../messages/lasting-view.js';
import { SendGate } from '../discord/circuit.js';
import type { LastingCircuits } from './circuit-breakers.js';
import { HistorySearch, SEARCH_AGE_MS } from './history-search.js';
import type { LeaseView } from './lease.js';
import { PollLoop, NOTHING_TO_DO, retryAfter, WORKED, type PollResult } from './poll-loop.js';
import type { REST } from 'discord.js';
import { createStockBoardView } from '../messages/stock-board-view.js';
import { createWelcomeView } from '../messages/welcome-view.js';

/** Interval of checks that the message still exists, ms; gateway events about deletions would need more intents. */
const CHECK_INTERVAL_MS = 60_000;
const CALL_TIMEOUT_MS = 10_000;
/** Empty content and embeds, which Discord requires when an edit turns a message into one of components only. */
const EMPTY_PARTS = { content: null, embeds: null };

export interface LastingDeps {
  key: LastingMessageKey;
  channelId: string;
  shop: Pick<ShopClient, 'call'>;
  messages: ChannelMessages;
  circuits: LastingCircuits;
  lease: LeaseView;
  clock: ServerClock;
  logger: Logger;
  botUserId: string;
  /** Clock for the waits that Discord demands, ms; default: the process's clock. */
  now?: () => number;
  /** Reads the current content of the message. @throws ProblemError or BackendUnavailableError from the backend */
  readView: () => Promise<LastingView>;
  /** Interval of checks that the message still exists, ms; default: that of the sender. */
  checkIntervalMs?: number;
}

/**
 * Keeps one message in a channel up to date: sends it once with a nonce, edits it when its content changes, pins it
 * once, and sends it again after somebody deleted it.
 */
export class LastingSender extends PollLoop {
  private readonly gate: SendGate;
  private nextCheckAt = 0;
  private restUntil = 0;

  constructor(
    private readonly deps: LastingDeps,
    pollMs?: number,
  ) {
    super({ name: deps.key, lease: deps.lease, logger: deps.logger }, pollMs);
    this.gate = new SendGate(deps.now);
  }

  protected async poll(signal: AbortSignal): Promise<PollResult> {
    const waitMs = Math.max(
      this.gate.getWaitMs(),
      this.deps.circuits.getWaitMs('write'),
      this.restUntil - this.now(),
    );
    if (waitMs > 0) return retryAfter(waitMs);
    const { key, channelId, shop, lease } = this.deps;
    const { fence } = lease;
    const body = { key, channelId, fence };
    const { message } = await shop.call(lastingMessageCalls.claimLasting, { body, signal });
    if (!message) return NOTHING_TO_DO;
    const view = await this.deps.readView();
    if (!lease.isHeld()) return retryAfter(1_000);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
    try {
      return await this.refreshMessage(message, view, fence, inTime);
    } catch (error) {
      if (!(error instanceof WriteFailure)) throw error;
      return this.handleFailure(message, error.cause, fence, signal);
    }
  }

  private async refreshMessage(
    message: LastingMessage,
    view: LastingView,
    fence: number,
    signal: AbortSignal,
  ): Promise<PollResult> {
    const { messages } = this.deps;
    const contentHash = hashContent(view);
    const { messageId } = message;
    if (messageId === null) {
      const sent = await wrapWriteFailure(() => this.sendMessage(message, view, signal));
      passFailpoint('bot.accepted');
      // An earlier attempt may have sent other content with the same nonce; no hash is stored, so that the next poll
      // edits the message.
      const isOurs = message.firstAttemptAt === null;
      const outcome = { kind: 'sent', messageId: sent, contentHash: isOurs ? contentHash : null } as const;
      await this.reportChange(message, fence, outcome, signal);
      this.recordWriteSuccess();
      await this.pinMessage(message, sent, fence, signal);
      return WORKED;
    }
    if (message.contentHash !== contentHash) {
      await wrapWriteFailure(() =>
        messages.editMessage(messageId, { ...EMPTY_PARTS, ...view.render() }, signal),
      );
      passFailpoint('bot.edited');
      await this.reportChange(message, fence, { kind: 'edited', contentHash }, signal);
      this.recordWriteSuccess();
    } else if (this.now() >= this.nextCheckAt) {
      await wrapWriteFailure(() => messages.readMessage(messageId, signal));
      this.recordWriteSuccess();
    }
    if (!message.isPinned) await this.pinMessage(message, messageId, fence, signal);
    return NOTHING_TO_DO;
  }

  private async sendMessage(
    message: LastingMessage,
    view: LastingView,
    signal: AbortSignal,
  ): Promise<string> {
    const { clock, key, messages, botUserId } = this.deps;
    const { nonce, firstAttemptAt, firstAttemptAgeMs } = message;
    const body = view.render();
    if (firstAttemptAt !== null && (firstAttemptAgeMs ?? 0) >= SEARCH_AGE_MS) {
      const begunAt = Math.min(Date.parse(firstAttemptAt), clock.now() - (firstAttemptAgeMs ?? 0));
      const search = new HistorySearch(messages, botUserId, 'lasting');
      const found = await search.findMessage({ id: key, nonce }, JSON.stringify(body), begunAt, signal);
      if (found !== undefined) return found;
    }
    return messages.sendMessage({ ...body, nonce, enforce_nonce: true }, signal);
  }

  /** Pins the message. A refusal by Discord does not throw, since the message is useful without a pin. */
  private async pinMessage(
    message: LastingMessage,
    id: string,
    fence: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { circuits, messages } = this.deps;
    if (circuits.getWaitMs('pin') > 0) return;
    try {
      await wrapWriteFailure(() => messages.pinMessage(id, signal));
    } catch (error) {
      if (!(error instanceof WriteFailure)) throw error;
      return circuits.recordRefusal('pin', classifyDiscordError(error.cause));
    }
    circuits.recordSuccess('pin');
    await this.reportChange(message, fence, { kind: 'pinned' }, signal);
  }

  /**
   * Reports the message to the backend.
   * @throws ProblemError FENCED, and CONFLICT when another message has replaced the reported one
   */
  private async reportChange(
    { nonce }: LastingMessage,
    fence: number,
    outcome: LastingMessageOutcome,
    signal: AbortSignal,
  ): Promise<void> {
    const { shop, key } = this.deps;
    await shop.call(lastingMessageCalls.reportLasting, { body: { key, nonce, fence, outcome }, signal });
  }

  private now(): number {
    return (this.deps.now ?? (() => performance.now()))();
  }

  private recordWriteSuccess(): void {
    this.gate.recordSuccess();
    this.deps.circuits.recordSuccess('write');
    this.nextCheckAt = this.now() + (this.deps.checkIntervalMs ?? CHECK_INTERVAL_MS);
  }

  private async handleFailure(
    message: LastingMessage,
    error: unknown,
    fence: number,
    signal: AbortSignal,
  ): Promise<PollResult> {
    const { key, circuits, logger } = this.deps;
    const failure = message.messageId === null ? classifySendError(error) : classifyDiscordError(error);
    if (failure.kind === 'rate-limited' && failure.oldEdits) {
      this.restUntil = this.now() + failure.waitMs;
      return retryAfter(failure.waitMs);
    }
    const reason = 'reason' in failure ? failure.reason : failure.kind;
    logger.info('lasting message not written', { key, kind: failure.kind, reason });
    if (failure.kind === 'gone') {
      await this.reportChange(message, fence, { kind: 'gone' }, signal);
      return WORKED;
    }
    this.gate.recordFailure(failure);
    await circuits.recordRefusal('write', failure);
    return retryAfter(Math.max(this.gate.getWaitMs(), circuits.getWaitMs('write')));
  }
}

/** A failed call to Discord, as opposed to a failed call to the backend. */
class WriteFailure extends Error {
  constructor(override readonly cause: unknown) {
    super('Discord did not take it.');
  }
}

async function wrapWriteFailure<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new WriteFailure(error);
  }
}

/** Hash of the message's content without its time stamps. */
function hashContent({ comparedContent }: LastingView): string {
  return createHash('sha256').update(JSON.stringify(comparedContent)).digest('hex').slice(0, 32);
}

export interface LastingSettings {
  /** The channel of the stock board. */
  stockChannelId: string;
  /** The channel of the welcome message; undefined when none is posted. */
  welcomeChannelId: string | undefined;
  publicUrl: string;
  joinReward: boolean;
}

interface SharedDeps extends Omit<LastingDeps, 'key' | 'channelId' | 'messages' | 'circuits' | 'readView'> {
  rest: REST;
  lastingCircuits: Record<LastingMessageKey, LastingCircuits>;
  pollMs?: number;
}

/** Creates the senders of the pinned messages that the settings ask for. */
export function createLastingSenders(settings: LastingSettings, shared: SharedDeps): LastingSender[] {
  const { rest, lastingCircuits, pollMs, ...deps } = shared;
  const { stockChannelId, welcomeChannelId, publicUrl, joinReward } = settings;
  const createSender = (
    key: LastingMessageKey,
    channelId: string,
    readView: () => Promise<LastingView>,
  ): LastingSender => {
    const messages = new ChannelMessages(rest, channelId);
    return new LastingSender(
      { ...deps, key, channelId, messages, circuits: lastingCircuits[key], readView },
      pollMs,
    );
  };
  return [
    createSender('stock-board', stockChannelId, async () => {
      const stock = await deps.shop.call(botCalls.botStock, { query: {}, timeoutMs: PERSON_CALL_TIMEOUT_MS });
      return createStockBoardView(stock, publicUrl);
    }),
    ...(welcomeChannelId === undefined
      ? []
      : [createSender('welcome', welcomeChannelId, async () => createWelcomeView(publicUrl, joinReward))]),
  ];
}
