import type { Channel, LastingMessageKey, BotPermission, CheckedChannel } from '@pax/contracts';
import { Circuit } from '../discord/circuit.js';
import type { DiscordFailure } from '../discord/failure.js';
import type { Logger } from '../logger.js';
import type { Alerts } from './alerts.js';
import { CHANNEL_PERMISSIONS, PIN_PERMISSION, THREAD_PERMISSIONS } from '../discord/doctor.js';

/** Makes a record with one value for each channel. */
export function createChannelRecord<T>(make: (channel: Channel) => T): Record<Channel, T> {
  return {
    orders: make('orders'),
    history: make('history'),
    stock: make('stock'),
    error: make('error'),
    tickets: make('tickets'),
    purchases: make('purchases'),
    restocks: make('restocks'),
  };
}

export interface ChannelCircuitsDeps {
  channel: Channel;
  alerts: Pick<Alerts, 'raiseAlert'>;
  logger: Logger;
  /** Called when Discord rejects the bot's token, after which the bot has to stop. */
  onUnauthorized: (reason: string) => void;
  now?: () => number;
}

/** Edits have a separate circuit breaker, since a channel may refuse edits but accept posts. */
export type ChannelCall = 'posts' | 'edits';

const ALERT_TITLES: Record<ChannelCall, (channel: Channel) => string> = {
  posts: (channel) => `Kanal ${channel} nicht erreichbar`,
  edits: (channel) => `Nachrichten in Kanal ${channel} nicht änderbar`,
};

/**
 * Circuit breakers of one channel: a refused post stops posts and edits, a refused edit only edits. Kept for the whole
 * process, so that a lost lease does not reset them.
 */
export class ChannelCircuits {
  private readonly circuits: Record<ChannelCall, Circuit>;

  constructor(private readonly deps: ChannelCircuitsDeps) {
    this.circuits = { posts: new Circuit(deps.now), edits: new Circuit(deps.now) };
  }

  /** Time until the channel may be called again, ms. */
  getWaitMs(call: ChannelCall): number {
    const { posts, edits } = this.circuits;
    return call === 'posts' ? posts.getWaitMs() : Math.max(posts.getWaitMs(), edits.getWaitMs());
  }

  recordSuccess(call: ChannelCall): void {
    this.circuits[call].recordSuccess();
  }

  /** Allows an attempt before the wait is over, since the bot now has all permissions in the channel. */
  allowTrialCall(): void {
    this.circuits.posts.allowTrialCall();
    this.circuits.edits.allowTrialCall();
  }

  /** Records a failure that blames the channel or the token; the sender itself handles all other failures. */
  async recordChannelFailure(call: ChannelCall, failure: DiscordFailure): Promise<void> {
    if (failure.kind === 'unauthorized') this.deps.onUnauthorized(failure.reason);
    if (failure.kind !== 'blocked') return;
    const { channel, alerts, logger } = this.deps;
    logger.warn('channel refuses the bot, check its permissions', { channel, call, reason: failure.reason });
    if (this.circuits[call].recordRefusal())
      await alerts.raiseAlert(ALERT_TITLES[call](channel), `Discord antwortet: ${failure.reason}`);
  }
}

export interface LastingCircuitsDeps {
  key: LastingMessageKey;
  alerts: Pick<Alerts, 'raiseAlert'>;
  logger: Logger;
  /** Called when Discord rejects the bot's token, after which the bot has to stop. */
  onUnauthorized: (reason: string) => void;
  now?: () => number;
}

/** Pinning has a separate circuit breaker, since it needs a separate permission. */
export type LastingCall = 'write' | 'pin';

const LASTING_NAMES: Record<LastingMessageKey, string> = {
  welcome: 'Willkommensnachricht',
  'stock-board': 'Bestandstafel',
};

/** Circuit breakers of one pinned message, kept for the whole process. The first refusal raises an alert. */
export class LastingCircuits {
  private readonly circuits: Record<LastingCall, Circuit>;

  constructor(private readonly deps: LastingCircuitsDeps) {
    this.circuits = { write: new Circuit(deps.now), pin: new Circuit(deps.now) };
  }

  /** Time until Discord may be called again, ms. */
  getWaitMs(call: LastingCall): number {
    return this.circuits[call].getWaitMs();
  }

  recordSuccess(call: LastingCall): void {
    this.circuits[call].recordSuccess();
  }

  /** Allows an attempt at the given calls before the wait is over, since the bot now has the permissions for them. */
  allowTrialCalls(calls: readonly LastingCall[]): void {
    for (const call of calls) this.circuits[call].allowTrialCall();
  }

  /** Records a refusal; the sender itself handles rate limits and outages. */
  async recordRefusal(call: LastingCall, failure: DiscordFailure): Promise<void> {
    if (failure.kind === 'unauthorized') this.deps.onUnauthorized(failure.reason);
    if (failure.kind !== 'blocked' && failure.kind !== 'refused') return;
    const { key, alerts, logger } = this.deps;
    const { reason } = failure;
    logger.warn('lasting message refused, check the permissions of its channel', { key, call, reason });
    const title = `${LASTING_NAMES[key]} nicht ${call === 'pin' ? 'anpinnbar' : 'möglich'}`;
    if (this.circuits[call].recordRefusal()) await alerts.raiseAlert(title, `Discord antwortet: ${reason}`);
  }
}

/** The pinned message of a channel, if the channel has one. */
const LASTING_BY_CHANNEL: Partial<Record<CheckedChannel['channel'], LastingMessageKey>> = {
  stock: 'stock-board',
  welcome: 'welcome',
};

interface CircuitsDeps {
  alerts: Alerts;
  logger: Logger;
  /** Clock for the waits that Discord demands, ms; default: the process's clock. */
  now: (() => number) | undefined;
  /** Called when Discord refuses the bot's token. */
  onUnauthorized: (reason: string) => void;
}

/** Circuit breakers of channels, pinned messages and threads, so that refused calls are repeated only rarely. */
export class Circuits {
  readonly channels: Record<Channel, ChannelCircuits>;
  readonly lasting: Record<LastingMessageKey, LastingCircuits>;
  readonly threads: Circuit;

  constructor(deps: CircuitsDeps) {
    this.channels = createChannelRecord((channel) => new ChannelCircuits({ ...deps, channel }));
    const createLastingCircuits = (key: LastingMessageKey) => new LastingCircuits({ ...deps, key });
    this.lasting = {
      welcome: createLastingCircuits('welcome'),
      'stock-board': createLastingCircuits('stock-board'),
    };
    this.threads = new Circuit(deps.now);
  }

  /** Allows an early attempt in each channel where the bot has got all permissions for the calls that were refused. */
  allowTrialCalls(checked: readonly CheckedChannel[]): void {
    for (const { channel, state, lacks } of checked) {
      const holdsPermissions = (...needs: BotPermission[]) => !needs.some((need) => lacks.includes(need));
      if (state !== 'found' || !holdsPermissions(...CHANNEL_PERMISSIONS)) continue;
      if (channel !== 'welcome') this.channels[channel].allowTrialCall();
      if (channel === 'tickets' && holdsPermissions(...THREAD_PERMISSIONS)) this.threads.allowTrialCall();
      const lasting = LASTING_BY_CHANNEL[channel];
      if (lasting)
        this.lasting[lasting].allowTrialCalls(
          holdsPermissions(PIN_PERMISSION) ? ['write', 'pin'] : ['write'],
        );
    }
  }
}
