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
  /** Called when Discord no longer takes the token: nothing can go on. */
  onUnauthorized: (reason: string) => void;
  circuit?: Circuit;
}

/**
 * When the bot may call a channel again: its circuit, shared by posts and edits, lives as long as the process, so
 * that a lost lease does not forget it. One channel's trouble never touches another (OWN-140).
 */
export class ChannelHealth {
  private readonly circuit: Circuit;

  constructor(private readonly deps: ChannelHealthDeps) {
    this.circuit = deps.circuit ?? new Circuit();
  }

  /** How long the channel must be left alone, ms. */
  waitMs(): number {
    return this.circuit.waitMs();
  }

  works(): void {
    this.circuit.succeed();
  }

  /** Takes in a failure that concerns the channel or the token; the others are the sender's affair. */
  async note(failure: DiscordFailure): Promise<void> {
    if (failure.kind === 'unauthorized') this.deps.onUnauthorized(failure.reason);
    if (failure.kind !== 'blocked') return;
    const { channel, alerts, logger } = this.deps;
    logger.warn('channel refuses the bot', { channel, reason: failure.reason });
    if (this.circuit.refuse())
      await alerts.raise(`Kanal ${channel} nicht erreichbar`, `Discord antwortet: ${failure.reason}`);
  }
}

/** When one kind of call, posts or edits, may be tried again: rate limits by Discord's word, the rest by back-off. */
export class SendGate {
  private openAt = 0;
  private readonly backoff = new Backoff({ firstMs: 500, maxMs: 30_000 });

  constructor(private readonly now: () => number = () => performance.now()) {}

  waitMs(): number {
    return Math.max(0, this.openAt - this.now());
  }

  works(): void {
    this.backoff.reset();
  }

  note(failure: DiscordFailure): void {
    if (failure.kind === 'rate-limited') this.openAt = this.now() + failure.waitMs;
    else if (failure.kind !== 'refused' && failure.kind !== 'gone')
      this.openAt = this.now() + this.backoff.next();
  }
}
