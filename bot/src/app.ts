import { discordUserAgent, type BotReport } from '@pax/contracts';
import type { Interaction } from 'discord.js';
import { ChannelMessages } from './core/channel-messages.js';
import { Backoff } from './core/backoff.js';
import { DiscordGateway, DiscordRefusesError, IntentsRefusedError } from './core/discord-gateway.js';
import { NO_INTENTS, privilegedOf } from './core/intents.js';
import type { WrittenMessage } from './core/messages-heard.js';
import { reasonOf, type Logger } from './core/logger.js';
import { LoginGate } from './core/login-gate.js';
import { pause, untilAborted } from './core/pause.js';
import { ThreadHistory } from './core/thread-history.js';
import { soon } from './core/soon.js';
import { UnderWay } from './core/under-way.js';
import { answerInteraction } from './listeners/answer-interaction.js';
import { answerUnreadable } from './listeners/answer-unreadable.js';
import { registerCommands } from './listeners/register-commands.js';
import { CommandRegistration } from './services/command-registration.js';
import { examine } from './services/doctor.js';
import type { Cooldowns } from './services/cooldowns.js';
import { acquireLease, type Lease } from './services/lease.js';
import { NewcomerSender } from './services/newcomers.js';
import { Posting } from './services/posting.js';
import { ThreadLines } from './services/thread-lines.js';
import type { Settings } from './settings.js';
import { createParts, type Parts } from './parts.js';

/** How long changes of the server are gathered before they are reported, ms. */
const REPORT_AFTER_MS = 500;
/** How long answers to people may take when the bot stops, ms. */
const ANSWER_WITHIN_MS = 2_500;

export interface BotOptions {
  onConnected?: () => void;
  /** How often a channel polls without a job, ms; the poster's default unless given. */
  pollMs?: number;
  cooldowns?: Cooldowns;
  /** The clock of what waits for Discord, ms; the process's unless given. */
  now?: () => number;
}

/** The whole bot: acquires the lease, connects to the gateway, posts until the lease or the process ends (OWN-150). */
export class BotApp {
  private readonly parts: Parts;
  private readonly backoff = new Backoff({ firstMs: 1_000, maxMs: 60_000 });
  private readonly stopping = new AbortController();
  private readonly answers = new UnderWay();
  private lease: Lease | undefined;
  private refusal: string | undefined;
  /** Discord refused the privileged intents of the settings in this life. */
  private isWithoutIntents = false;
  private threadLines: ThreadLines | undefined;
  private newcomers: NewcomerSender | undefined;
  /** Wait before the next log-in as the backend demands it, ms. */
  private loginWaitMs = 0;

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
    private readonly options: BotOptions = {},
  ) {
    const { cooldowns, now } = options;
    const onUnauthorized = (reason: string): void => this.refuse(reason);
    this.parts = createParts({ settings, logger, cooldowns, now, onUnauthorized });
  }

  /** Runs until stopped. @throws DiscordRefusesError when Discord rejects the token (F21) */
  async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.loginWaitMs = 0;
      await this.runSession(signal);
      if (this.refusal !== undefined) await this.reportRefusal(this.refusal);
      await pause(Math.max(this.backoff.next(), this.loginWaitMs), signal);
    }
  }

  /** Lets messages in flight finish and leaves. {@link run} returns within 5 s. */
  stop(): void {
    this.stopping.abort();
  }

  /** One session at the gateway, from acquiring the lease to its end. */
  private async runSession(signal: AbortSignal): Promise<void> {
    const { logger, settings } = this;
    const { backend } = this.parts;
    const registration = new CommandRegistration({
      register: () => this.register(gateway),
      logger,
      onUnauthorized: (reason) => this.refuse(reason),
      onChange: () => void this.lease?.confirm(),
    });
    const report = (): BotReport => this.report(gateway, registration);
    const gateway = this.gateway();
    const lastFence = this.lease?.fence;
    const { instanceId } = settings;
    this.lease = await acquireLease({ backend, logger, instanceId, lastFence, report }, signal);
    if (this.lease) await this.holdLease(this.lease, gateway, registration);
  }

  /** Never throws. */
  private async holdLease(
    lease: Lease,
    gateway: DiscordGateway,
    registration: CommandRegistration,
  ): Promise<void> {
    let connecting = true;
    const keeping = lease.keep(() => connecting || gateway.isReady());
    try {
      await gateway.connect(AbortSignal.any([lease.signal, this.stopping.signal]));
      connecting = false;
      this.backoff.reset();
      if (lease.isHeld() && gateway.isReady()) await this.serve(gateway, lease, registration);
    } catch (error) {
      if (error instanceof IntentsRefusedError) this.goWithoutIntents();
      if (error instanceof DiscordRefusesError) this.refusal = error.message;
      this.logger.warn('gateway not reached, the bot connects again', { reason: reasonOf(error) });
    } finally {
      lease.lose(this.stopping.signal.aborted ? 'stopping' : 'gateway left');
      await Promise.all([gateway.close(), keeping]);
    }
  }

  /** Posts and answers until the lease ends or the bot stops. */
  private async serve(
    gateway: DiscordGateway,
    lease: Lease,
    registration: CommandRegistration,
  ): Promise<void> {
    const { settings, logger, parts } = this;
    const { backend, direct, clock, circuits, languages, lasting, threads, alerts } = parts;
    const newcomers = this.newcomerSender(gateway, lease);
    const posting = new Posting({
      more: newcomers ? [newcomers] : [],
      rest: gateway.rest,
      backend,
      direct,
      onUnauthorized: (reason) => this.refuse(reason),
      onClosed: (discordId) => languages.forget(discordId),
      publicUrl: settings.publicUrl,
      lease,
      clock,
      logger,
      health: circuits.channels,
      botUserId: gateway.botUserId,
      channelIds: settings.discord.channels,
      staffPing: settings.discord.staffPing,
      lasting: {
        backend: lasting,
        health: circuits.lasting,
        settings: {
          stockChannelId: settings.discord.channels.stock,
          welcomeChannelId: settings.discord.welcomeChannelId,
          publicUrl: settings.publicUrl,
          joinReward: settings.joinReward,
        },
        lookEveryMs: this.options.pollMs,
      },
      threads: { backend: threads, circuit: circuits.threads, alerts },
      queueUrl: settings.queueUrl,
      pollMs: this.options.pollMs,
      now: this.options.now,
    });
    this.threadLines = this.linesOf(gateway, lease);
    this.threadLines?.linked('new');
    this.newcomers = newcomers;
    posting.start();
    logger.info('connected', { fence: lease.fence });
    this.options.onConnected?.();
    const end = AbortSignal.any([lease.signal, this.stopping.signal]);
    void registration.run(end);
    // Reports what connecting revealed now instead of with the next renewal.
    await lease.confirm();
    await untilAborted(end);
    // Without the lease another bot may be at the gateway already.
    if (lease.isHeld()) await Promise.all([posting.drain(), this.answersGiven()]);
    else await posting.abort();
  }

  /** With the message content intent alone there are lines to hear, and to have missed. */
  private linesOf({ rest }: DiscordGateway, lease: Lease): ThreadLines | undefined {
    const { intents, channels } = this.settings.discord;
    if (this.isWithoutIntents || !intents.messageContent) return undefined;
    const history = new ThreadHistory(rest, channels.tickets);
    const fence = (): number => lease.fence;
    return new ThreadLines(
      { backend: this.parts.threads, history, channelId: channels.tickets, fence, logger: this.logger },
      AbortSignal.any([lease.signal, this.stopping.signal]),
    );
  }

  /** With the members intent and a channel for it alone. */
  private newcomerSender(gateway: DiscordGateway, lease: Lease): NewcomerSender | undefined {
    const { discord, joinReward } = this.settings;
    if (this.isWithoutIntents || !discord.intents.members || discord.welcomeChannelId === undefined)
      return undefined;
    const messages = new ChannelMessages(gateway.rest, discord.welcomeChannelId);
    const members = () => gateway.members(discord.guildId);
    const deps = { backend: this.parts.newcomers, messages, lease, logger: this.logger, joinReward, members };
    return new NewcomerSender(deps, this.options.pollMs);
  }

  private gateway(): DiscordGateway {
    const { logger } = this;
    const { backend, routeLimits, unreadable } = this.parts;
    const { discord, publicUrl } = this.settings;
    const gateway: DiscordGateway = new DiscordGateway({
      apiUrl: discord.apiUrl,
      token: discord.token,
      intents: this.isWithoutIntents ? NO_INTENTS : discord.intents,
      userAgent: discordUserAgent(publicUrl),
      routeLimits,
      logger,
      logins: new LoginGate({
        backend,
        logger,
        fence: () => this.lease?.fence ?? 0,
        onSpent: (waitMs) => this.waitForLogin(waitMs),
      }),
      onUnreadable: (error, packet) => {
        unreadable.note(error, packet);
        void answerUnreadable({ packet, rest: gateway.rest, guildId: discord.guildId, logger });
      },
      onRefused: (reason) => this.refuse(reason),
      onIntentsRefused: () => {
        this.goWithoutIntents();
        this.lease?.lose('intents refused');
      },
      onMember: (member) => {
        if (member.guild.id === discord.guildId) this.newcomers?.hear(member);
      },
      onMessage: (message: WrittenMessage) => this.threadLines?.hear(message),
      onLink: (state) => this.threadLines?.linked(state),
      onInteraction: (interaction) => this.answers.add(this.answer(interaction, discord.guildId)),
      onServerChange: soon(() => {
        this.relent(gateway);
        void this.lease?.confirm();
      }, REPORT_AFTER_MS),
    });
    return gateway;
  }

  /** Rights may have changed with the server. */
  private relent(gateway: DiscordGateway): void {
    const { discord } = this.settings;
    const guild = gateway.isReady() ? gateway.guild(discord.guildId) : undefined;
    this.parts.circuits.relent((guild && examine(guild, discord))?.channels ?? []);
  }

  /** The operator reads it in the log and on the status page; all that needs no intent goes on (OWN-749). */
  private goWithoutIntents(): void {
    if (this.isWithoutIntents) return;
    const intents = privilegedOf(this.settings.discord.intents).join(', ');
    this.isWithoutIntents = true;
    this.backoff.reset();
    this.logger.error(
      'Discord does not grant the intents of the settings (close code 4014): switch them on in its developer portal, or off in DISCORD_MEMBERS_INTENT and DISCORD_MESSAGE_CONTENT_INTENT',
      { intents },
    );
  }

  /** Leaves the gateway until the next log-in is allowed; another bot may try meanwhile, under the same budget. */
  private waitForLogin(waitMs: number): void {
    this.loginWaitMs = waitMs;
    this.logger.warn('log-ins are used up, the bot waits for the next', { waitMs });
    this.lease?.lose('no log-in is left');
  }

  private report(gateway: DiscordGateway, registration: CommandRegistration): BotReport {
    const { discord } = this.settings;
    const guild = gateway.isReady() ? gateway.guild(discord.guildId) : undefined;
    const doctor = guild && examine(guild, discord);
    const isIdle = discord.intents.members && discord.welcomeChannelId === undefined;
    return {
      guild: gateway.isReady() && !guild ? 'unknown' : 'known',
      unreadable: this.parts.unreadable.count,
      ...registration.report,
      ...(this.isWithoutIntents ? { refusedIntents: privilegedOf(discord.intents) } : {}),
      ...(isIdle ? { idleIntents: ['GuildMembers'] } : {}),
      ...(doctor ? { doctor } : {}),
    };
  }

  /** Whoever was promised an answer would wait for it in vain once the process has ended. */
  private async answersGiven(): Promise<void> {
    const { count } = this.answers;
    if (count === 0) return;
    this.logger.info('answers are under way, the bot leaves after them', { count });
    await this.answers.ended(ANSWER_WITHIN_MS);
  }

  /** Counts an interaction that cannot be answered among the unreadable ones. */
  private async answer(interaction: Interaction, guildId: string): Promise<void> {
    try {
      await answerInteraction(interaction, this.parts.router, guildId);
    } catch (error) {
      this.parts.unreadable.note(error, { t: 'INTERACTION_CREATE' });
    }
  }

  private refuse(reason: string): void {
    this.refusal ??= reason;
    this.lease?.lose('Discord refuses the bot');
  }

  private register(gateway: DiscordGateway): Promise<boolean> {
    const { clientId, guildId } = this.settings.discord;
    return registerCommands({ rest: gateway.rest, clientId, guildId, commands: this.parts.commands });
  }

  private async reportRefusal(reason: string): Promise<never> {
    await this.parts.alerts.raise(
      'Discord lehnt den Bot ab',
      `${reason}. Token und Einstellungen prüfen, dann neu starten.`,
    );
    throw new DiscordRefusesError(reason);
  }
}
