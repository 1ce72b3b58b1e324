import { discordUserAgent, type BotReport, type StoredGatewaySession } from '@pax/contracts';
import type { Guild, GuildMember, Interaction, REST, SessionInfo } from 'discord.js';
import { readResumedState } from './resumed-state.js';
import { Backoff, pause, waitUntilAborted, coalesceCalls } from '../timing.js';
import {
  DiscordGateway,
  DiscordRefusesError,
  IntentsRefusedError,
  type ConnectionState,
  listIntents,
  NO_INTENTS,
  listPrivilegedIntents,
  type IntentSettings,
} from './gateway.js';
import { reasonOf, type Logger } from '../logger.js';
import { LoginGate } from './login-gate.js';
import type { WrittenMessage } from './thread-messages.js';
import { answerUnreadable } from './interactions.js';
import type { ShopClient } from '../shop-client.js';
import type { UnreadableMessages } from './unreadable-messages.js';
import type { RouteRateLimiter } from './route-rate-limiter.js';
import type { Settings } from '../settings.js';

/** Delay of a report after a change of the server, ms, so that several changes need only one report. */
const REPORT_DELAY_MS = 500;

export interface GatewaySupervisorDeps {
  settings: Settings;
  logger: Logger;
  shop: Pick<ShopClient, 'call'>;
  /** Discord's known rate limits, and a counter of unreadable messages; shared by all connections. */
  routeLimits: RouteRateLimiter;
  unreadableMessages: UnreadableMessages;
  rest: REST;
  /** Time limit of each step of a connection, ms; default: that of the gateway. */
  stepTimeoutMs?: number | undefined;
  fence: () => number;
  /** Resolves when the bot may connect: it holds the lease, or the backend is unreachable. */
  waitUntilAllowedToConnect: (signal: AbortSignal) => Promise<void>;
  onRefused: (reason: string) => void;
  onConnected: () => void;
  /** Called when the connection, the session or the server changed. */
  onChange: () => void;
  onConnectionState: (state: ConnectionState) => void;
  onInteraction: (interaction: Interaction) => void;
  onMember: (member: GuildMember) => void;
  onMessage: (message: WrittenMessage) => void;
}

/**
 * Keeps the bot connected to Discord's gateway with one client after another, even while the shop is down, until
 * another bot holds the lease.
 */
export class GatewaySupervisor {
  private gateway: DiscordGateway | undefined;
  private session: SessionInfo | null = null;
  private hasHadSession = false;
  /** True when Discord has refused the privileged intents of the settings since the bot started. */
  private isWithoutIntents = false;
  private loginWaitMs = 0;
  private lastFailure: string | undefined;
  private disconnecting = new AbortController();
  private readonly backoff = new Backoff({ firstMs: 1_000, maxMs: 60_000 });

  constructor(private readonly deps: GatewaySupervisorDeps) {}

  /**
   * Keeps the bot connected until the signal is aborted; the session then stays open for the next process. Never
   * throws.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.loginWaitMs = 0;
      await this.deps.waitUntilAllowedToConnect(signal);
      if (signal.aborted) return;
      this.disconnecting = new AbortController();
      await this.runClient(AbortSignal.any([signal, this.disconnecting.signal]));
      this.deps.onChange();
      await pause(Math.max(this.backoff.nextWaitMs(), this.loginWaitMs), signal);
    }
  }

  /** Disconnects from the gateway; {@link run} connects again when the bot may. */
  disconnect(): void {
    this.disconnecting.abort();
  }

  get isConnected(): boolean {
    return this.gateway?.isConnected() === true;
  }

  get server(): Guild | undefined {
    return this.gateway?.findGuild(this.deps.settings.discord.guildId);
  }

  /** Fetches all members of the server. @throws Error without a connection */
  async fetchMembers(): Promise<ReadonlyMap<string, GuildMember>> {
    if (!this.gateway) throw new Error('the bot is not at the gateway');
    return this.gateway.fetchMembers(this.deps.settings.discord.guildId);
  }

  /** Privileged intents that the bot currently requests. */
  get intents(): IntentSettings {
    return this.isWithoutIntents ? NO_INTENTS : this.deps.settings.discord.intents;
  }

  /** Takes over the gateway session of an earlier process, unless this process has already had a session of its own. */
  adoptSession(stored: StoredGatewaySession | null): void {
    if (this.hasHadSession || stored === null || this.session) return;
    if (stored.clientId !== this.deps.settings.discord.clientId || stored.intents !== this.intentBits) return;
    const { sessionId, resumeUrl, sequence } = stored;
    this.session = { sessionId, resumeURL: resumeUrl, sequence, shardCount: 1, shardId: 0 };
  }

  /** The gateway session to store for the next process; undefined until this process has had one. */
  get storedSession(): StoredGatewaySession | null | undefined {
    if (!this.session) return this.hasHadSession ? null : undefined;
    const { sessionId, resumeURL: resumeUrl, sequence } = this.session;
    const { clientId } = this.deps.settings.discord;
    return { sessionId, resumeUrl, sequence, clientId, intents: this.intentBits };
  }

  get report(): Pick<BotReport, 'guild' | 'gateway' | 'gatewayReason' | 'refusedIntents'> {
    const isReady = this.gateway?.isReady() === true;
    const gateway = this.isConnected ? 'connected' : this.loginWaitMs > 0 ? 'logins_spent' : 'away';
    const gatewayReason = gateway === 'away' ? this.lastFailure : undefined;
    return {
      guild: isReady && !this.server ? 'unknown' : 'known',
      gateway,
      ...(gatewayReason === undefined ? {} : { gatewayReason: gatewayReason.slice(0, 300) }),
      ...(this.isWithoutIntents
        ? { refusedIntents: listPrivilegedIntents(this.deps.settings.discord.intents) }
        : {}),
    };
  }

  private get intentBits(): number {
    return listIntents(this.intents).reduce((bits, one) => bits | one, 0);
  }

  /** Runs one gateway client until it ends or the signal is aborted. Never throws. */
  private async runClient(signal: AbortSignal): Promise<void> {
    const { logger, onConnected, onChange } = this.deps;
    const gateway = this.createClient();
    this.gateway = gateway;
    try {
      await gateway.connect(signal);
      if (!signal.aborted) {
        this.backoff.reset();
        this.lastFailure = undefined;
        onConnected();
        onChange();
        const end = await Promise.race([gateway.ended, waitUntilAborted(signal)]);
        if (end) throw end;
      }
    } catch (error) {
      this.lastFailure = reasonOf(error);
      logger.warn('gateway not reached, the bot connects again', { reason: this.lastFailure });
      if (error instanceof IntentsRefusedError) this.continueWithoutIntents();
      if (error instanceof DiscordRefusesError) this.deps.onRefused(error.message);
    } finally {
      await gateway.close();
      this.gateway = undefined;
    }
  }

  private createClient(): DiscordGateway {
    const { deps } = this;
    const { settings, logger, shop, routeLimits, unreadableMessages, rest } = deps;
    const { discord, publicUrl } = settings;
    return new DiscordGateway({
      apiUrl: discord.apiUrl,
      token: discord.token,
      intents: this.intents,
      userAgent: discordUserAgent(publicUrl),
      routeLimits,
      logger,
      session: this.session,
      onSession: (session) => this.storeSession(session),
      waitUntilAllowedToConnect: deps.waitUntilAllowedToConnect,
      stepTimeoutMs: deps.stepTimeoutMs,
      readState: (signal) => readResumedState(rest, discord.guildId, signal),
      loginThrottler: new LoginGate({
        shop,
        logger,
        fence: deps.fence,
        onLoginsSpent: (waitMs) => this.waitForLogin(waitMs),
      }),
      onUnreadable: (error, packet) => {
        unreadableMessages.recordUnreadable(error, packet);
        void answerUnreadable({ packet, rest, guildId: discord.guildId, logger });
      },
      onMember: (member) => {
        if (member.guild.id === discord.guildId) deps.onMember(member);
      },
      onMessage: deps.onMessage,
      onConnectionState: (state) => {
        deps.onConnectionState(state);
        deps.onChange();
      },
      onInteraction: deps.onInteraction,
      onServerChange: coalesceCalls(() => deps.onChange(), REPORT_DELAY_MS),
    });
  }

  private storeSession(session: SessionInfo | null): void {
    this.hasHadSession ||= session !== null;
    this.session = session;
  }

  /** Disconnects until Discord allows the next log-in; posts are still sent by REST. */
  private waitForLogin(waitMs: number): void {
    this.loginWaitMs = waitMs;
    this.deps.logger.warn('log-ins are used up, the bot waits for the next', { waitMs });
    this.disconnect();
  }

  /** Continues without the intents that Discord refused; the log and the panel's Discord page tell the operator. */
  private continueWithoutIntents(): void {
    if (this.isWithoutIntents) return;
    const intents = listPrivilegedIntents(this.deps.settings.discord.intents).join(', ');
    this.isWithoutIntents = true;
    this.session = null;
    this.backoff.reset();
    this.deps.logger.error(
      'Discord does not grant the intents of the settings (close code 4014): switch them on in its developer portal, or off in DISCORD_MEMBERS_INTENT and DISCORD_MESSAGE_CONTENT_INTENT',
      { intents },
    );
  }
}
