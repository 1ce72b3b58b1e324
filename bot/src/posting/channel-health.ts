import type { Channel } from '@pax/contracts';
import { Backoff } from '../waits/backoff.js';
import { Circuit } from '../discord/circuit.js';
import type { DiscordFailure } from '../discord/failure.js';
import type { Logger } from '../logger.js';
import type { Alerts } from './alerts.js';

export interface ChannelHealthDeps {
  channel: Channel;
  alerts: Pick<Alerts, 'raise'>;
  logger: Logger;
  /** Called when Discord rejects the token, after which the bot has to stop. */
  onUnauthorized: (reason: string) => void;
  now?: () => number;
}

/** Edits have a circuit of their own, since a channel may refuse edits and take posts. */
export type ChannelCall = 'posts' | 'edits';

const ALERT_TITLES: Record<ChannelCall, (channel: Channel) => string> = {
  posts: (channel) => `Kanal ${channel} nicht erreichbar`,
  edits: (channel) => `Nachrichten in Kanal ${channel} nicht änderbar`,
};

/**
 * Circuit breakers of one channel: a refused post stops its edits too, a refused edit stops only edits. Lives
 * as long as the process, so that a lost lease does not reset it.
 */
export class ChannelHealth {
  private readonly circuits: Record<ChannelCall, Circuit>;

  constructor(private readonly deps: ChannelHealthDeps) {
    this.circuits = { posts: new Circuit(deps.now), edits: new Circuit(deps.now) };
  }

  /** Time until the channel may be called again, ms. */
  waitMs(call: ChannelCall): number {
    const { posts, edits } = this.circuits;
    return call === 'posts' ? posts.waitMs() : Math.max(posts.waitMs(), edits.waitMs());
  }

  recordSuccess(call: ChannelCall): void {
    this.circuits[call].recordSuccess();
  }

  /** Allows an early try, since the bot now has all permissions in the channel. */
  relent(): void {
    this.circuits.posts.relent();
    this.circuits.edits.relent();
  }

  /** Records a failure of the channel or the token; the sender handles all other failures. */
  async recordFailure(call: ChannelCall, failure: DiscordFailure): Promise<void> {
    if (failure.kind === 'unauthorized') this.deps.onUnauthorized(failure.reason);
    if (failure.kind !== 'blocked') return;
    const { channel, alerts, logger } = this.deps;
    logger.warn('channel refuses the bot, check its permissions', { channel, call, reason: failure.reason });
    if (this.circuits[call].recordRefusal())
      await alerts.raise(ALERT_TITLES[call](channel), `Discord antwortet: ${failure.reason}`);
  }
}

/** Delays one kind of call, posts or edits: by Discord's rate limit, or by back-off after other failures. */
export class SendGate {
  private openAt = 0;
  private limitedUntil = 0;
  private readonly backoff = new Backoff({ firstMs: 500, maxMs: 30_000 });

  /** `now`: clock of the back-off, ms; `told`: clock for waits that Discord's answers name, ms. */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly told: () => number = () => performance.now(),
  ) {}

  waitMs(): number {
    return Math.max(0, this.openAt - this.now(), this.limitedUntil - this.told());
  }

  recordSuccess(): void {
    this.backoff.reset();
  }

  recordFailure(failure: DiscordFailure): void {
    if (failure.kind === 'rate-limited') this.limitedUntil = this.told() + failure.waitMs;
    else if (failure.kind !== 'refused' && failure.kind !== 'gone')
      this.openAt = this.now() + this.backoff.next();
  }
}
