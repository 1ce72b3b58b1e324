import type { Collection, GuildMember } from 'discord.js';
import type { ChannelMessages } from '../core/channel-messages.js';
import { discordFailure } from '../core/discord-failure.js';
import { reasonOf, type Logger } from '../core/logger.js';
import type { NewcomerBackend } from '../core/newcomer-backend.js';
import { newcomersView } from '../views/newcomers-view.js';
import { SendGate } from './channel-health.js';
import type { LeaseView } from './lease.js';
import { PollLoop } from './poll-loop.js';
import { NOTHING_TO_DO, retryAfter, WORKED, type PollResult } from './poll-result.js';

const SEND_WITHIN_MS = 10_000;
/** Whoever joined longer ago is no newcomer any more, ms. */
const NEW_FOR_MS = 7 * 24 * 3_600_000;

export interface NewcomerDeps {
  backend: NewcomerBackend;
  /** Of the welcome's channel. */
  messages: ChannelMessages;
  lease: LeaseView;
  logger: Logger;
  joinReward: boolean;
  /** All members of the server; with the members intent alone. */
  members: () => Promise<Collection<string, GuildMember>>;
}

type Joined = Pick<GuildMember, 'id' | 'joinedTimestamp'> & { user: { bot: boolean } };

/** Welcomes who joins the server, also while the bot was away, each once (OWN-747). */
export class NewcomerSender extends PollLoop {
  private readonly gate = new SendGate();
  private isListRead = false;
  private waiting: Joined[] = [];

  constructor(
    private readonly deps: NewcomerDeps,
    pollMs?: number,
  ) {
    super({ what: 'newcomers', lease: deps.lease, logger: deps.logger }, pollMs);
  }

  /** Somebody joined. */
  hear(member: Joined): void {
    this.waiting.push(member);
    this.wake();
  }

  protected async poll(signal: AbortSignal): Promise<PollResult> {
    const { backend, lease } = this.deps;
    await this.tell(signal);
    const waitMs = this.gate.waitMs();
    if (waitMs > 0) return retryAfter(waitMs);
    const { fence } = lease;
    const welcome = await backend.claim(fence, signal);
    if (!welcome) return NOTHING_TO_DO;
    if (!lease.isHeld()) return retryAfter(1_000);
    const isDone = await this.send(welcome.nonce, welcome.discordIds, signal);
    if (!isDone) return retryAfter(Math.max(1_000, this.gate.waitMs()));
    await backend.report(fence, welcome.nonce, signal);
    return WORKED;
  }

  /** Hands over who joined: at first everybody of late, then those heard of since. */
  private async tell(signal: AbortSignal): Promise<void> {
    if (!this.isListRead) {
      const all = await this.deps.members();
      this.isListRead = true;
      this.waiting.push(...all.values());
    }
    const since = Date.now() - NEW_FOR_MS;
    const told = [...this.waiting];
    const members = told
      .filter(({ user, joinedTimestamp }) => !user.bot && (joinedTimestamp ?? 0) > since)
      .map(({ id, joinedTimestamp }) => ({
        discordId: id,
        joinedAt: new Date(joinedTimestamp ?? 0).toISOString(),
      }));
    if (members.length > 0 || this.isListRead)
      await this.deps.backend.note(this.deps.lease.fence, members, signal);
    this.waiting = this.waiting.slice(told.length);
  }

  /** @returns whether nothing more is to be tried */
  private async send(nonce: string, discordIds: readonly string[], signal: AbortSignal): Promise<boolean> {
    const { messages, joinReward, logger } = this.deps;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(SEND_WITHIN_MS)]);
    try {
      await messages.send({ ...newcomersView(discordIds, joinReward), nonce, enforce_nonce: true }, inTime);
      this.gate.recordSuccess();
      return true;
    } catch (error) {
      const failure = discordFailure(error);
      logger.warn('newcomers not welcomed', { kind: failure.kind, reason: reasonOf(error) });
      this.gate.recordFailure(failure);
      return failure.kind === 'refused';
    }
  }
}
