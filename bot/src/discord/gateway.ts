import type { PrivilegedIntent } from '@pax/contracts';
import {
  GatewayIntentBits,
  Client,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  type Collection,
  type Guild,
  type GuildMember,
  type IIdentifyThrottler,
  Partials,
  type Interaction,
} from 'discord.js';
import { createRestOptions } from './rest.js';
import { guardEvents } from './unreadable-messages.js';
import { reasonOf } from '../logger.js';
import { listenToMessages, type WrittenMessage } from './thread-messages.js';
import { waitUntilAborted } from '../timing.js';
import type { RouteRateLimiter } from './route-rate-limiter.js';
import { GatewayClosedError, SingleConnection, type ConnectionOptions } from './single-connection.js';

/** Privileged intents that the settings switch on. */
export interface IntentSettings {
  readonly members: boolean;
  readonly messageContent: boolean;
}
export const NO_INTENTS: IntentSettings = { members: false, messageContent: false };

/** Lists the privileged intents of the settings, by their names in Discord's developer portal. */
export const listPrivilegedIntents = ({ members, messageContent }: IntentSettings): PrivilegedIntent[] => [
  ...(members ? (['GuildMembers'] as const) : []),
  ...(messageContent ? (['MessageContent'] as const) : []),
];

/**
 * Lists the intents that the bot requests; privileged ones, which Discord must grant, only when the settings switch
 * them on.
 */
export const listIntents = ({ members, messageContent }: IntentSettings): GatewayIntentBits[] => [
  GatewayIntentBits.Guilds,
  ...(members ? [GatewayIntentBits.GuildMembers] : []),
  ...(messageContent ? [GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent] : []),
];

/** Gateway close codes after which only an operator can help, because the token or the application is wrong. */
const FATAL_CLOSE_CODES: readonly number[] = [
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
];
/**
 * Gateway events that change the doctor's report; the Guilds intent makes discord.js track channels, roles and
 * membership.
 */
const SERVER_CHANGE_EVENTS = [
  Events.ChannelCreate,
  Events.ChannelUpdate,
  Events.ChannelDelete,
  Events.GuildRoleCreate,
  Events.GuildRoleUpdate,
  Events.GuildRoleDelete,
  Events.GuildMemberUpdate,
  Events.GuildCreate,
  Events.GuildDelete,
] as const;

/** Discord rejects the bot's token or intents; an operator has to fix them. */
export class DiscordRefusesError extends Error {}

/** Discord does not grant the privileged intents of the settings; the bot continues without them. */
export class IntentsRefusedError extends Error {}

/** State of the gateway connection: broken, back with the same session, or back with a new session. */
export type ConnectionState = 'broken' | 'resumed' | 'new';

export interface GatewayOptions extends Omit<ConnectionOptions, 'onClosed' | 'lifetime'> {
  apiUrl: string;
  token: string;
  intents: IntentSettings;
  /** User-Agent of the calls to Discord. */
  userAgent: string;
  /** Discord's known rate limits, shared with later connections. */
  routeLimits: RouteRateLimiter;
  /** Delays or refuses each log-in at the gateway. */
  loginThrottler: IIdentifyThrottler;
  onInteraction: (interaction: Interaction) => void;
  /** Called with each message of people on the server; needs the message content intent. */
  onMessage: (message: WrittenMessage) => void;
  /** Called when the connection breaks and when it is back; a resumed session misses no event. */
  onConnectionState: (state: ConnectionState) => void;
  /** Called with each person who joins the server; needs the members intent. */
  onMember: (member: GuildMember) => void;
  /** Called when the server's channels or roles, or the bot's own membership, changed. */
  onServerChange: () => void;
}

/** One connection to Discord's gateway, which cannot be used again after `close`. */
export class DiscordGateway {
  private readonly client: Client;
  private readonly lifetime = new AbortController();
  private isSocketOpen = false;
  private resolveEnded: (error: Error) => void = () => undefined;
  /** Resolves when Discord has closed the connection permanently. */
  readonly ended = new Promise<Error>((resolve) => (this.resolveEnded = resolve));

  constructor(private readonly options: GatewayOptions) {
    const { apiUrl, userAgent, routeLimits, loginThrottler, onUnreadable, intents } = options;
    this.client = new Client({
      intents: listIntents(intents),
      // Without partials, discord.js reports no deletion of messages that were written before the bot started.
      partials: intents.messageContent ? [Partials.Message] : [],
      allowedMentions: { parse: [] },
      rest: createRestOptions(apiUrl, userAgent, routeLimits),
      ws: {
        buildIdentifyThrottler: () => loginThrottler,
        buildStrategy: (manager) =>
          new SingleConnection(manager, {
            ...options,
            lifetime: this.lifetime.signal,
            onClosed: (error) => this.resolveEnded(this.toRefusalError(error)),
          }),
      },
    });
    guardEvents(this.client, onUnreadable);
    this.listenToEvents();
  }

  /** Finds a server that the bot is a member of, according to the latest gateway events. */
  findGuild(guildId: string): Guild | undefined {
    return this.client.guilds.cache.get(guildId);
  }

  /** Requests all members of a server from the gateway; needs the members intent. */
  async fetchMembers(guildId: string): Promise<Collection<string, GuildMember>> {
    const guild = this.findGuild(guildId);
    if (!guild) throw new Error('the bot is not on its server');
    return guild.members.fetch();
  }

  /** True once discord.js knows the bot and its server, even while the connection is briefly broken. */
  isReady(): boolean {
    return this.client.isReady();
  }

  /** True while the connection is up, so that Discord's events arrive. */
  isConnected(): boolean {
    return this.isSocketOpen && this.isReady();
  }

  /**
   * Logs in or resumes, with retries until the client is ready or the signal is aborted.
   * @throws DiscordRefusesError, IntentsRefusedError when no retry helps; other errors when a new client must retry
   */
  async connect(signal: AbortSignal): Promise<void> {
    const ready = new Promise<void>((resolve) => this.client.once(Events.ClientReady, () => resolve()));
    const connected = this.client.login(this.options.token).then(() => ready);
    // After an abort nobody awaits the promise, and an unhandled rejection would end the process.
    connected.catch(() => undefined);
    const ended = this.ended.then((error) => Promise.reject(error));
    ended.catch(() => undefined);
    try {
      await Promise.race([connected, ended, waitUntilAborted(signal)]);
    } catch (error) {
      throw this.toRefusalError(error);
    }
  }

  /** Converts an error into one whose class tells whether another attempt can help. */
  private toRefusalError(error: unknown): Error {
    const code = error instanceof GatewayClosedError ? error.code : undefined;
    const reason = reasonOf(error);
    if (
      code === GatewayCloseCodes.DisallowedIntents &&
      listPrivilegedIntents(this.options.intents).length > 0
    )
      return new IntentsRefusedError(reason);
    const isTokenRefused = error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
    if (isTokenRefused || (code !== undefined && FATAL_CLOSE_CODES.includes(code)))
      return new DiscordRefusesError(reason);
    return error instanceof Error ? error : new Error(reason);
  }

  /** Disconnects but keeps the session open; resolves when the socket has closed, after at most 2 s. */
  async close(): Promise<void> {
    this.lifetime.abort();
    this.client.removeAllListeners();
    this.client.on(Events.Error, () => undefined);
    await this.client.destroy().catch(() => undefined);
  }

  private listenToEvents(): void {
    const { logger, onInteraction, onServerChange } = this.options;
    this.client.on(Events.InteractionCreate, onInteraction);
    if (this.options.intents.members) this.client.on(Events.GuildMemberAdd, this.options.onMember);
    if (this.options.intents.messageContent) listenToMessages(this.client, this.options.onMessage);
    for (const event of SERVER_CHANGE_EVENTS) this.client.on(event, onServerChange);
    this.client.on(Events.Error, (error) => logger.warn('gateway error', { reason: reasonOf(error) }));
    this.client.on(Events.ShardError, (error) => logger.warn('gateway error', { reason: reasonOf(error) }));
    this.client.on(Events.ShardReconnecting, () => {
      logger.info('gateway reconnecting');
      this.setConnectionState('broken');
    });
    this.client.on(Events.ShardResume, () => {
      logger.info('gateway resumed');
      this.setConnectionState('resumed');
    });
    this.client.on(Events.ShardReady, () => this.setConnectionState('new'));
    this.client.on(Events.ShardDisconnect, ({ code }) => {
      logger.warn('gateway closed', { code });
      this.isSocketOpen = false;
    });
  }

  private setConnectionState(state: ConnectionState): void {
    this.isSocketOpen = state !== 'broken';
    this.options.onConnectionState(state);
  }
}
