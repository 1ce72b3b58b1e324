import type { Channel } from '@pax/contracts';
import { Backoff } from '../core/backoff.js';
import { Circuit } from '../core/circuit.js';
import type { DiscordFailure } from '../core/discord-failure.js';
import type { Logger } from '../core/logger.js';
import type { Alerts } from './alerts.js';

export interface ChannelHealthDeps {
  channel: Channel;
  alerts: Pick<Alerts, 'raise'>;
  logger: Logger;
  /** Called when Discord rejects the token, after which the bot has to stop. */
  onUnauthorized: (reason: string) => void;
  circuit?: Circuit;
}

/**
 * Circuit breaker of one channel, shared by its posts and edits (OWN-140). Lives as long as the process, so that a lost
 * lease does not reset it.
 */
export class ChannelHealth {
  private readonly circuit: Circuit;

  constructor(private readonly deps: ChannelHealthDeps) {
    this.circuit = deps.circuit ?? new Circuit();
  }

  /** Time until the channel may be called again, ms. */
  waitMs(): number {
    return this.circuit.waitMs();
  }

  recordSuccess(): void {
    this.circuit.recordSuccess();
  }

  /** Records a failure of the channel or the token; the sender handles the others. */
  async recordFailure(failure: DiscordFailure): Promise<void> {
    if (failure.kind === 'unauthorized') this.deps.onUnauthorized(failure.reason);
    if (failure.kind !== 'blocked') return;
    const { channel, alerts, logger } = this.deps;
    logger.warn('channel refuses the bot, check its permissions', { channel, reason: failure.reason });
    if (this.circuit.recordRefusal())
      await alerts.raise(`Kanal ${channel} nicht erreichbar`, `Discord antwortet: ${failure.reason}`);
  }
}

/** Delays one kind of call, posts or edits: by Discord's rate limit, or by back-off after other failures. */
export class SendGate {
  private openAt = 0;
  private readonly backoff = new Backoff({ firstMs: 500, maxMs: 30_000 });

  constructor(private readonly now: () => number = () => performance.now()) {}

  waitMs(): number {
    return Math.max(0, this.openAt - this.now());
  }

  recordSuccess(): void {
    this.backoff.reset();
  }

  recordFailure(failure: DiscordFailure): void {
    if (failure.kind === 'rate-limited') this.openAt = this.now() + failure.waitMs;
    else if (failure.kind !== 'refused' && failure.kind !== 'gone')
      this.openAt = this.now() + this.backoff.next();
  }
}
