import type { LastingKey } from '@pax/contracts';
import { Circuit } from '../discord/circuit.js';
import type { DiscordFailure } from '../discord/failure.js';
import type { Logger } from '../logger.js';
import type { Alerts } from './alerts.js';

export interface LastingHealthDeps {
  key: LastingKey;
  alerts: Pick<Alerts, 'raise'>;
  logger: Logger;
  /** Called when Discord rejects the token, after which the bot has to stop. */
  onUnauthorized: (reason: string) => void;
  now?: () => number;
}

/** Pins have a separate circuit, since they need a separate permission. */
export type LastingCall = 'write' | 'pin';

const NAMES: Record<LastingKey, string> = { welcome: 'Willkommensnachricht', 'stock-board': 'Bestandstafel' };

/** Circuit breakers of one lasting message; lives as long as the process. The first refusal raises an alert. */
export class LastingHealth {
  private readonly circuits: Record<LastingCall, Circuit>;

  constructor(private readonly deps: LastingHealthDeps) {
    this.circuits = { write: new Circuit(deps.now), pin: new Circuit(deps.now) };
  }

  /** Time until Discord may be asked again, ms. */
  waitMs(call: LastingCall): number {
    return this.circuits[call].waitMs();
  }

  recordSuccess(call: LastingCall): void {
    this.circuits[call].recordSuccess();
  }

  /** Allows an early try of these calls, since the bot now has the permissions for them. */
  relent(calls: readonly LastingCall[]): void {
    for (const call of calls) this.circuits[call].relent();
  }

  /** Records a refusal; the sender waits out limits and outages by itself. */
  async recordFailure(call: LastingCall, failure: DiscordFailure): Promise<void> {
    if (failure.kind === 'unauthorized') this.deps.onUnauthorized(failure.reason);
    if (failure.kind !== 'blocked' && failure.kind !== 'refused') return;
    const { key, alerts, logger } = this.deps;
    const { reason } = failure;
    logger.warn('lasting message refused, check the permissions of its channel', { key, call, reason });
    const title = `${NAMES[key]} nicht ${call === 'pin' ? 'anpinnbar' : 'möglich'}`;
    if (this.circuits[call].recordRefusal()) await alerts.raise(title, `Discord antwortet: ${reason}`);
  }
}
