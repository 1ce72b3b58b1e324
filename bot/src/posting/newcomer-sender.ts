import { newcomerCalls, MAX_NEWCOMERS_AT_ONCE } from '@pax/contracts';
import { GatewayRateLimitError, type GuildMember } from 'discord.js';
import type { ChannelMessages } from '../discord/channel-messages.js';
import { classifySendError } from '../discord/failure.js';
import { reasonOf, type Logger } from '../logger.js';
import type { ShopClient } from '../shop-client.js';
import { createNewcomersView } from '../messages/welcome-view.js';
import { SendGate } from '../discord/circuit.js';
import type { LastingCircuits } from './circuit-breakers.js';
import type { LeaseView } from './lease.js';
import {
  DiscordUnavailableError,
  PollLoop,
  NOTHING_TO_DO,
  retryAfter,
  WORKED,
  type PollResult,
} from './poll-loop.js';

const SEND_TIMEOUT_MS = 10_000;
/** Time after joining during which a member counts as a newcomer, ms. */
const NEWCOMER_PERIOD_MS = 7 * 24 * 3_600_000;
/** Largest number of new members kept for the backend; when more join, the whole member list is read again. */
const MAX_WAITING = 1_000;

export interface NewcomerDeps {
  shop: Pick<ShopClient, 'call'>;
  /** The messages of the welcome channel. */
  messages: Pick<ChannelMessages, 'sendMessage'>;
  /** Circuit breaker of the pinned welcome message, shared because newcomers are welcomed in the same channel. */
  circuits: Pick<LastingCircuits, 'getWaitMs' | 'recordSuccess' | 'recordRefusal'>;
  lease: LeaseView;
  logger: Logger;
  joinReward: boolean;
  /** Reads all members of the server; needs the members intent. */
  fetchMembers: () => Promise<ReadonlyMap<string, JoinedMember>>;
}

const isNewcomer = ({ user, joinedTimestamp }: JoinedMember): boolean =>
  !user.bot && (joinedTimestamp ?? 0) > Date.now() - NEWCOMER_PERIOD_MS;

type JoinedMember = Pick<GuildMember, 'id' | 'joinedTimestamp'> & { user: { bot: boolean } };

/** Welcomes each new member of the server once, including those who joined while the bot was offline. */
export class NewcomerSender extends PollLoop {
  private readonly gate = new SendGate();
  private isListRead = false;
  /** Time from which Discord allows reading the member list again, ms. */
  private nextListAt = 0;
  private hasReported = false;
  private waiting: JoinedMember[] = [];

  constructor(
    private readonly deps: NewcomerDeps,
    pollMs?: number,
  ) {
    super({ name: 'newcomers', lease: deps.lease, logger: deps.logger }, pollMs);
  }

  /** Queues a member who just joined. */
  onMemberJoined(member: JoinedMember): void {
    if (this.waiting.length < MAX_WAITING) this.waiting.push(member);
    else this.isListRead = false;
    this.wakeLoop();
  }

  protected async poll(signal: AbortSignal): Promise<PollResult> {
    const { shop, lease } = this.deps;
    await this.reportNewMembers(signal);
    const waitMs = Math.max(this.gate.getWaitMs(), this.deps.circuits.getWaitMs('write'));
    if (waitMs > 0) return retryAfter(waitMs);
    const { fence } = lease;
    const { welcome } = await shop.call(newcomerCalls.claimNewcomers, { body: { fence }, signal });
    if (!welcome) return NOTHING_TO_DO;
    if (!lease.isHeld()) return retryAfter(1_000);
    const isDone = await this.sendWelcome(welcome.nonce, welcome.discordIds, signal);
    if (!isDone) return retryAfter(Math.max(1_000, this.gate.getWaitMs()));
    const report = { body: { fence, nonce: welcome.nonce }, signal };
    await shop.call(newcomerCalls.reportNewcomers, report);
    return WORKED;
  }

  /**
   * Reports new members to the backend: at first all recent ones, later each who joins. The first call is made even
   * without members, because it starts the backend's welcoming.
   */
  private async reportNewMembers(signal: AbortSignal): Promise<void> {
    if (!this.isListRead && performance.now() < this.nextListAt) return;
    if (!this.isListRead) await this.readMemberList();
    while (this.waiting.length > 0 || !this.hasReported) {
      const told = this.waiting.slice(0, MAX_NEWCOMERS_AT_ONCE);
      const members = told.filter(isNewcomer).map(({ id, joinedTimestamp }) => ({
        discordId: id,
        joinedAt: new Date(joinedTimestamp ?? 0).toISOString(),
      }));
      const { shop, lease } = this.deps;
      const body = { fence: lease.fence, members };
      await shop.call(newcomerCalls.noteNewcomers, { body, signal });
      this.hasReported = true;
      this.waiting = this.waiting.slice(told.length);
    }
  }

  /**
   * Reads the member list. Members who join during the call may be missing from the list; {@link onMemberJoined} adds
   * them.
   * @throws DiscordUnavailableError
   */
  private async readMemberList(): Promise<void> {
    this.waiting = [];
    this.isListRead = true;
    try {
      const all = await this.deps.fetchMembers();
      this.waiting = [...[...all.values()].filter(isNewcomer), ...this.waiting];
    } catch (error) {
      this.isListRead = false;
      // Discord names the time before which it would refuse to send the member list again.
      if (error instanceof GatewayRateLimitError)
        this.nextListAt = performance.now() + error.data.retry_after * 1_000;
      throw new DiscordUnavailableError('members not read', { cause: error });
    }
  }

  /** Sends a welcome message. @returns true when the welcome needs no further attempt */
  private async sendWelcome(
    nonce: string,
    discordIds: readonly string[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const { messages, joinReward, logger } = this.deps;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]);
    try {
      await messages.sendMessage(
        { ...createNewcomersView(discordIds, joinReward), nonce, enforce_nonce: true },
        inTime,
      );
      this.gate.recordSuccess();
      this.deps.circuits.recordSuccess('write');
      return true;
    } catch (error) {
      const failure = classifySendError(error);
      logger.warn('newcomers not welcomed', { kind: failure.kind, reason: reasonOf(error) });
      if (failure.kind === 'refused') return true;
      this.gate.recordFailure(failure);
      await this.deps.circuits.recordRefusal('write', failure);
      return false;
    }
  }
}
