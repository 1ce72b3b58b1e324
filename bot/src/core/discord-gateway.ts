import {
  Client,
  DiscordAPIError,
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
  type REST,
} from 'discord.js';
import { intentsOf, privilegedOf, type IntentSettings } from './intents.js';
import { restOptions } from './discord-rest.js';
import { guardedSharding, guardEvents, type OnUnreadable } from './gateway-guard.js';
import { reasonOf, type Logger } from './logger.js';
import { listenToMessages, type WrittenMessage } from './messages-heard.js';
import { pause } from './pause.js';
import type { RouteLimits } from './route-limits.js';

/** Close codes after which a retry cannot help: the token or the application is wrong. */
const FATAL_CLOSES: readonly number[] = [
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
];
/** Those after which a bot that asks for less is let in. */
const INTENT_CLOSES: readonly number[] = [GatewayCloseCodes.DisallowedIntents];
/** What the doctor looks at; the library keeps it in memory by the one intent that the bot has. */
const SERVER_CHANGES = [
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
const READY_WITHIN_MS = 20_000;
const CLOSE_WITHIN_MS = 1_000;

/** Discord accepted the log-in but sent no ready event in time. */
export class GatewayNotReadyError extends Error {}

/** Discord rejects the bot's token or intents; an operator has to fix them. */
export class DiscordRefusesError extends Error {}

/** Discord does not grant the privileged intents that the settings ask for; the rest goes on without (OWN-749). */
export class IntentsRefusedError extends Error {}

/** A connection that broke, that went on where it was, or that began. */
export type LinkState = 'broken' | 'resumed' | 'new';

export interface GatewayOptions {
  apiUrl: string;
  token: string;
  intents: IntentSettings;
  /** User-Agent of the calls to Discord. */
  userAgent: string;
  /** What is known of Discord's limits; outlives this connection. */
  routeLimits: RouteLimits;
  /** Asked before every log-in. */
  logins: IIdentifyThrottler;
  logger: Logger;
  /** Called with messages that could not be read. */
  onUnreadable: OnUnreadable;
  /** Called when Discord rejects the bot while it is connected. */
  onRefused: (reason: string) => void;
  /** Called when Discord takes privileged intents away while the bot is connected. */
  onIntentsRefused: () => void;
  onInteraction: (interaction: Interaction) => void;
  /** Called with what people write in the server; with the message content intent alone. */
  onMessage: (message: WrittenMessage) => void;
  /** Called when the connection breaks, and when it goes on: after a resume nothing of the gap is missed. */
  onLink: (state: LinkState) => void;
  /** Called with who joins a server; with the members intent alone. */
  onMember: (member: GuildMember) => void;
  /** Called when channels, roles or the bot's own membership changed. */
  onServerChange: () => void;
}

/** One connection to Discord's gateway; not reusable after `close`. */
export class DiscordGateway {
  private readonly client: Client;

  constructor(private readonly options: GatewayOptions) {
    const { apiUrl, userAgent, routeLimits, logins, onUnreadable, intents } = options;
    this.client = new Client({
      intents: intentsOf(intents),
      // Else what was deleted of before the start would not be told of.
      partials: intents.messageContent ? [Partials.Message] : [],
      allowedMentions: { parse: [] },
      rest: restOptions(apiUrl, userAgent, routeLimits),
      ws: { buildIdentifyThrottler: () => logins, ...guardedSharding(onUnreadable) },
    });
    guardEvents(this.client, onUnreadable);
    this.listen();
  }

  get rest(): REST {
    return this.client.rest;
  }

  /** The bot's own user id; known once connected. */
  get botUserId(): string {
    return this.client.user?.id ?? '';
  }

  /** A server of which the bot is a member, as of the last gateway event. */
  guild(guildId: string): Guild | undefined {
    return this.client.guilds.cache.get(guildId);
  }

  /** All members of a server, asked of the gateway; with the members intent alone. */
  async members(guildId: string): Promise<Collection<string, GuildMember>> {
    const guild = this.guild(guildId);
    if (!guild) throw new Error('the bot is not on its server');
    return guild.members.fetch();
  }

  isReady(): boolean {
    return this.client.isReady();
  }

  /**
   * Logs in and waits for the ready event.
   * @throws DiscordRefusesError when a retry cannot help
   */
  async connect(signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    const ready = new Promise<true>((resolve) => this.client.once(Events.ClientReady, () => resolve(true)));
    const late = pause(READY_WITHIN_MS, AbortSignal.any([signal, waiting.signal]));
    try {
      const connected = this.client.login(this.options.token).then(() => ready);
      const inTime = await Promise.race([connected, late.then(() => false)]);
      if (!inTime && !signal.aborted)
        throw new GatewayNotReadyError(`gateway not ready within ${READY_WITHIN_MS / 1000} s`);
    } catch (error) {
      if (this.asksTooMuch(error)) throw new IntentsRefusedError(reasonOf(error));
      throw isRefusal(error) ? new DiscordRefusesError(reasonOf(error)) : error;
    } finally {
      waiting.abort();
    }
  }

  private asksTooMuch(error: unknown): boolean {
    const isAboutIntents =
      error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.DisallowedIntents;
    return isAboutIntents && privilegedOf(this.options.intents).length > 0;
  }

  /** Leaves the gateway; waits at most 1 s for the close frame. */
  async close(): Promise<void> {
    this.client.removeAllListeners();
    this.client.on(Events.Error, () => undefined);
    const destroyed = this.client.destroy().catch(() => undefined);
    await Promise.race([destroyed, pause(CLOSE_WITHIN_MS)]);
  }

  private listen(): void {
    const { logger, onRefused, onInteraction, onServerChange } = this.options;
    this.client.on(Events.InteractionCreate, onInteraction);
    if (this.options.intents.members) this.client.on(Events.GuildMemberAdd, this.options.onMember);
    if (this.options.intents.messageContent) listenToMessages(this.client, this.options.onMessage);
    for (const event of SERVER_CHANGES) this.client.on(event, onServerChange);
    this.client.on(Events.Error, (error) => logger.warn('gateway error', { reason: reasonOf(error) }));
    this.client.on(Events.ShardError, (error) => logger.warn('gateway error', { reason: reasonOf(error) }));
    this.client.on(Events.ShardReconnecting, () => {
      logger.info('gateway reconnecting');
      this.options.onLink('broken');
    });
    this.client.on(Events.ShardResume, () => {
      logger.info('gateway resumed');
      this.options.onLink('resumed');
    });
    this.client.on(Events.ShardReady, () => this.options.onLink('new'));
    this.client.on(Events.ShardDisconnect, ({ code }) => {
      logger.warn('gateway closed', { code });
      const isLessEnough = INTENT_CLOSES.includes(code) && privilegedOf(this.options.intents).length > 0;
      if (isLessEnough) this.options.onIntentsRefused();
      else if (FATAL_CLOSES.includes(code)) onRefused(`gateway closed with ${code}`);
    });
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof DiscordAPIError) return error.status === 401;
  return (
    error instanceof DiscordjsError &&
    (error.code === DiscordjsErrorCodes.TokenInvalid || error.code === DiscordjsErrorCodes.DisallowedIntents)
  );
}
