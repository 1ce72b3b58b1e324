import type { BotPermission, Channel, CheckedChannel, LastingKey } from '@pax/contracts';
import { Circuit } from '../discord/circuit.js';
import type { Logger } from '../logger.js';
import { perChannel } from './per-channel.js';
import { CHANNEL_NEEDS, PIN_NEED, THREAD_NEEDS } from '../discord/permissions.js';
import type { Alerts } from './alerts.js';
import { ChannelHealth } from './channel-health.js';
import { LastingHealth } from './lasting-health.js';

/** The lasting message of a channel, if it has one. */
const LASTING_IN: Partial<Record<CheckedChannel['channel'], LastingKey>> = {
  stock: 'stock-board',
  welcome: 'welcome',
};

interface CircuitsDeps {
  alerts: Alerts;
  logger: Logger;
  /** Clock of the waits for Discord, in ms; the process's own unless given. */
  now: (() => number) | undefined;
  /** Called when Discord refuses the bot's token. */
  onUnauthorized: (reason: string) => void;
}

/** The circuit breakers of channels, lasting messages and threads: calls that Discord refuses are tried seldom. */
export class Circuits {
  readonly channels: Record<Channel, ChannelHealth>;
  readonly lasting: Record<LastingKey, LastingHealth>;
  readonly threads: Circuit;

  constructor(deps: CircuitsDeps) {
    this.channels = perChannel((channel) => new ChannelHealth({ ...deps, channel }));
    const healthOf = (key: LastingKey) => new LastingHealth({ ...deps, key });
    this.lasting = { welcome: healthOf('welcome'), 'stock-board': healthOf('stock-board') };
    this.threads = new Circuit(deps.now);
  }

  /** Allows an early try in each channel where the bot now has all permissions for the refused calls. */
  relent(checked: readonly CheckedChannel[]): void {
    for (const { channel, state, lacks } of checked) {
      const has = (...needs: BotPermission[]) => !needs.some((need) => lacks.includes(need));
      if (state !== 'found' || !has(...CHANNEL_NEEDS)) continue;
      if (channel !== 'welcome') this.channels[channel].relent();
      if (channel === 'tickets' && has(...THREAD_NEEDS)) this.threads.relent();
      const lasting = LASTING_IN[channel];
      if (lasting) this.lasting[lasting].relent(has(PIN_NEED) ? ['write', 'pin'] : ['write']);
    }
  }
}
