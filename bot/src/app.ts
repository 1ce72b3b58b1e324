import { discordUserAgent, type BotReport, leaseCalls } from '@pax/contracts';
import { Routes, type Interaction, type REST } from 'discord.js';
import { z } from 'zod';
import { randomUUID } from 'node:crypto';
import { Backoff, pause, waitUntilAborted, PendingWork } from './timing.js';
import { ChannelMessages, createCallSignal } from './discord/channel-messages.js';
import { classifyDiscordError } from './discord/failure.js';
import { DiscordRefusesError, type ConnectionState } from './discord/gateway.js';
import { createRest } from './discord/rest.js';
import { reasonOf, type Logger } from './logger.js';
import { hasCode } from './shop-client.js';
import { ThreadHistory } from './discord/thread-messages.js';
import { GatewaySupervisor } from './discord/gateway-supervisor.js';
import { answerInteraction } from './discord/interactions.js';
import { registerCommands, CommandRegistration } from './discord/command-registration.js';
import type { Cooldowns } from './discord/router.js';
import { examineServer } from './discord/doctor.js';
import { acquireLease, type Lease, type LeaseState, type LeaseTiming } from './posting/lease.js';
import { NewcomerSender } from './posting/newcomer-sender.js';
import { PostingLoops } from './posting/posting-loops.js';
import { ThreadLineForwarder } from './posting/thread-line-forwarder.js';
import { createBotServices, type BotServices } from './bot-services.js';
import type { Settings } from './settings.js';

/** Time limit for answering people's open commands when the bot stops, ms. */
const ANSWER_TIMEOUT_MS = 2_500;
/** Time limit for storing the gateway session in the backend when the bot stops, ms. */
const HANDOVER_TIMEOUT_MS = 1_000;
/**
 * Time to wait for the backend to say who holds the lease, before a broken gateway connection is resumed anyway, ms.
 */
const LEASE_ANSWER_TIMEOUT_MS = 5_000;

const botUser = z.object({ id: z.string() });

export interface BotOptions {
  onConnected?: () => void;
  /**
   * Interval at which a channel asks the backend for posts when no job wakes it, ms; default: the poster's interval.
   */
  pollMs?: number;
  cooldowns?: Cooldowns;
  /** Clock for the waits that Discord demands, ms; default: the process's clock. */
  now?: () => number;
  /** Intervals of the lease, and time limit of each connection step, ms; default: the values of production. */
  leaseTiming?: LeaseTiming;
  stepTimeoutMs?: number;
}

/**
 * The whole bot. Holding the lease lets the bot post by REST without a gateway; the gateway connection lets the bot
 * answer people, even while the shop is unreachable.
 */
export class BotApp {
  private readonly services: BotServices;
  private readonly rest: REST;
  private readonly gateway: GatewaySupervisor;
  private readonly registration: CommandRegistration;
  private readonly stopping = new AbortController();
  private readonly pendingAnswers = new PendingWork();
  /** Random id by which the backend recognises this process. */
  private readonly takeId = randomUUID();
  private botUserId: string | undefined;
  private lease: Lease | undefined;
  /** True when another bot holds the lease, according to the backend's last answer. */
  private isLeaseTaken = false;
  private leaseGained = new AbortController();
  private refusalReason: string | undefined;
  private threadLines: ThreadLineForwarder | undefined;
  private newcomers: NewcomerSender | undefined;
  private lastConnectionState: ConnectionState = 'new';
  /** True when the bot is connected to Discord but has been removed from its server. */
  private hasLeftServer = false;

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
    private readonly options: BotOptions = {},
  ) {
    const { cooldowns, now } = options;
    const onUnauthorized = (reason: string): void => this.stopAfterRefusal(reason);
    this.services = createBotServices({ settings, logger, cooldowns, now, onUnauthorized });
    const { discord, publicUrl } = settings;
    const { shop, routeLimits, unreadableMessages } = this.services;
    this.rest = createRest(discord.apiUrl, discord.token, discordUserAgent(publicUrl), routeLimits);
    this.gateway = new GatewaySupervisor({
      settings,
      logger,
      shop,
      routeLimits,
      unreadableMessages,
      rest: this.rest,
      stepTimeoutMs: options.stepTimeoutMs,
      fence: () => this.lease?.fence ?? 0,
      waitUntilAllowedToConnect: (signal) => this.waitUntilAllowedToConnect(signal),
      onRefused: onUnauthorized,
      onConnected: () => {
        logger.info('connected', { fence: this.lease?.fence });
        options.onConnected?.();
      },
      onChange: () => this.onGatewayChange(),
      onConnectionState: (state) => {
        this.lastConnectionState = state;
        this.threadLines?.setConnectionState(state);
      },
      onInteraction: (interaction) => this.pendingAnswers.addWork(this.handleInteraction(interaction)),
      onMember: (member) => this.newcomers?.onMemberJoined(member),
      onMessage: (message) => this.threadLines?.onMessage(message),
    });
    this.registration = new CommandRegistration({
      register: () => this.registerBotCommands(),
      logger,
      onUnauthorized,
      onChange: () => void this.lease?.confirmLease(),
    });
  }

  /** Runs the bot until it is stopped. @throws DiscordRefusesError when Discord rejects the token */
  async run(): Promise<void> {
    const { signal } = this.stopping;
    const left = new AbortController();
    const answering = this.gateway.run(left.signal);
    while (!signal.aborted) await this.runLease(signal);
    left.abort();
    await answering;
    await this.handOverSession();
    if (this.refusalReason !== undefined) await this.reportRefusal(this.refusalReason);
  }

  /** Waits for messages that are being sent, then disconnects, so that {@link run} returns within 5 s. */
  stop(): void {
    this.stopping.abort();
  }

  /** Acquires the lease and posts until the lease ends. Never throws. */
  private async runLease(signal: AbortSignal): Promise<void> {
    const { logger, settings, takeId } = this;
    const { shop } = this.services;
    const lastFence = this.lease?.fence;
    const readState = (): LeaseState => this.readLeaseState();
    const onLeaseTaken = (): void => this.onLeaseTaken();
    const { instanceId } = settings;
    const timing = this.options.leaseTiming;
    const deps = { shop, logger, instanceId, takeId, lastFence, readState, onLeaseTaken, timing };
    const lease = await acquireLease(deps, signal);
    if (!lease) return;
    this.lease = lease;
    this.isLeaseTaken = false;
    this.gateway.adoptSession(lease.session);
    const keeping = lease.keepRenewed();
    try {
      const end = AbortSignal.any([lease.signal, signal]);
      await this.identifyBotUser(end);
      this.leaseGained.abort();
      if (this.botUserId !== undefined && !end.aborted) await this.runPosting(lease, this.botUserId, end);
      await waitUntilAborted(end);
    } finally {
      lease.loseLease(signal.aborted ? 'stopping' : 'lease ended');
      await keeping;
    }
  }

  /** Reads the bot's own user, which also proves the token; retries until Discord answers. */
  private async identifyBotUser(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff({ firstMs: 500, maxMs: 15_000 });
    while (this.botUserId === undefined && !signal.aborted) {
      try {
        this.botUserId = botUser.parse(
          await this.rest.get(Routes.user(), { signal: createCallSignal(signal) }),
        ).id;
      } catch (error) {
        const failure = classifyDiscordError(error);
        if (failure.kind === 'unauthorized') return this.stopAfterRefusal(failure.reason);
        this.logger.info('Discord not reached, tried again', { reason: reasonOf(error) });
        const waitMs = 'waitMs' in failure ? failure.waitMs : 0;
        await pause(Math.max(waitMs, backoff.nextWaitMs()), signal);
      }
    }
  }

  /** Posts messages until the lease ends or the bot stops. */
  private async runPosting(lease: Lease, botUserId: string, end: AbortSignal): Promise<void> {
    const { settings, logger, services, rest } = this;
    const { shop, clock, circuits, errors, languages, alerts } = services;
    const newcomers = this.createNewcomerSender(lease);
    const posting = new PostingLoops({
      extraLoops: newcomers ? [newcomers] : [],
      rest,
      shop,
      onUnauthorized: (reason) => this.stopAfterRefusal(reason),
      onMessagesClosed: (discordId) => languages.forgetLanguage(discordId),
      publicUrl: settings.publicUrl,
      lease,
      clock,
      logger,
      circuits: circuits.channels,
      errors,
      botUserId,
      channelIds: settings.discord.channels,
      staffPing: settings.discord.staffPing,
      lasting: {
        circuits: circuits.lasting,
        settings: {
          stockChannelId: settings.discord.channels.stock,
          welcomeChannelId: settings.discord.welcomeChannelId,
          publicUrl: settings.publicUrl,
          joinReward: settings.joinReward,
        },
        checkIntervalMs: this.options.pollMs,
      },
      threads: { circuit: circuits.threads, alerts },
      queueUrl: settings.queueUrl,
      pollMs: this.options.pollMs,
      now: this.options.now,
    });
    this.threadLines = this.createThreadLines(lease, end);
    this.newcomers = newcomers;
    posting.start();
    void this.registration.keepRegistering(end);
    // Sends the state of the gateway connection to the backend now, instead of with the next renewal of the lease.
    await lease.confirmLease();
    await waitUntilAborted(end);
    // A bot without the lease must not post, because another bot may already be posting.
    if (lease.isHeld()) await Promise.all([posting.drain(), this.waitForAnswers()]);
    else await posting.abort();
  }

  /** Creates the reader of ticket threads; undefined without the message content intent, which it needs. */
  private createThreadLines(lease: Lease, end: AbortSignal): ThreadLineForwarder | undefined {
    if (!this.gateway.intents.messageContent) return undefined;
    const { tickets } = this.settings.discord.channels;
    const history = new ThreadHistory(this.rest, tickets);
    const fence = (): number => lease.fence;
    const deps = { shop: this.services.shop, history, channelId: tickets, fence, logger: this.logger };
    const lines = new ThreadLineForwarder(deps, end);
    lines.setConnectionState('new');
    if (this.lastConnectionState === 'broken') lines.setConnectionState('broken');
    return lines;
  }

  /** Creates the sender of welcome messages; undefined without the members intent or a welcome channel. */
  private createNewcomerSender(lease: Lease): NewcomerSender | undefined {
    const { discord, joinReward } = this.settings;
    if (!this.gateway.intents.members || discord.welcomeChannelId === undefined) return undefined;
    const messages = new ChannelMessages(this.rest, discord.welcomeChannelId);
    const fetchMembers = () => this.gateway.fetchMembers();
    const { shop, circuits } = this.services;
    const { welcome } = circuits.lasting;
    const deps = {
      shop,
      messages,
      circuits: welcome,
      lease,
      logger: this.logger,
      joinReward,
      fetchMembers,
    };
    return new NewcomerSender(deps, this.options.pollMs);
  }

  /**
   * Waits until the bot may connect to the gateway: it holds the lease, or the backend is unreachable. After a long
   * sleep, waits for the backend's answer first, because another bot may have taken the session over.
   */
  private async waitUntilAllowedToConnect(signal: AbortSignal): Promise<void> {
    if (this.lease && !this.lease.isHeld() && !this.isLeaseTaken) {
      const asked = new AbortController();
      await Promise.race([
        this.waitForLeaseAnswer(asked.signal),
        pause(LEASE_ANSWER_TIMEOUT_MS, asked.signal),
      ]);
      asked.abort();
    }
    while (!signal.aborted && (this.isLeaseTaken || this.botUserId === undefined)) {
      this.leaseGained = new AbortController();
      await waitUntilAborted(AbortSignal.any([signal, this.leaseGained.signal]));
    }
  }

  /** Resolves when the backend has answered who holds the lease. */
  private async waitForLeaseAnswer(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.isLeaseTaken && this.lease?.isHeld() !== true) await pause(100, signal);
  }

  private onLeaseTaken(): void {
    this.isLeaseTaken = true;
    this.gateway.disconnect();
  }

  private onGatewayChange(): void {
    const { discord } = this.settings;
    const { server } = this.gateway;
    // A change of the server may have granted or removed permissions, so the bot's rights are checked again.
    this.services.circuits.allowTrialCalls((server && examineServer(server, discord))?.channels ?? []);
    this.registerCommandsAgain();
    void this.lease?.confirmLease();
  }

  /** Registers the commands again when the bot is back on its server, since Discord deletes them when it leaves. */
  private registerCommandsAgain(): void {
    const { lease } = this;
    if (this.gateway.report.guild === 'unknown') this.hasLeftServer = true;
    else if (this.hasLeftServer && this.gateway.server && lease?.isHeld()) {
      this.hasLeftServer = false;
      void this.registration.keepRegistering(AbortSignal.any([lease.signal, this.stopping.signal]));
    }
  }

  private readLeaseState(): LeaseState {
    const session = this.gateway.storedSession;
    return { report: this.buildReport(), ...(session === undefined ? {} : { session }) };
  }

  private buildReport(): BotReport {
    const { discord } = this.settings;
    const { server } = this.gateway;
    const doctor = server && examineServer(server, discord);
    const isIdle = discord.intents.members && discord.welcomeChannelId === undefined;
    return {
      ...this.gateway.report,
      unreadable: this.services.unreadableMessages.count,
      ...this.registration.report,
      ...(isIdle ? { idleIntents: ['GuildMembers'] } : {}),
      ...(doctor ? { doctor } : {}),
    };
  }

  /**
   * Stores the last state of the gateway session in the backend, so that the next process resumes the session without
   * missing events. Never throws.
   */
  private async handOverSession(): Promise<void> {
    const { lease, takeId } = this;
    if (!lease || this.isLeaseTaken) return;
    const { instanceId } = this.settings;
    try {
      const body = { instanceId, takeId, fence: lease.fence, ...this.readLeaseState() };
      const signal = AbortSignal.timeout(HANDOVER_TIMEOUT_MS);
      await this.services.shop.call(leaseCalls.takeLease, { body, signal });
    } catch (error) {
      if (!hasCode(error, 'LEASE_TAKEN'))
        this.logger.info('session not handed over', { reason: reasonOf(error) });
    }
  }

  /** Waits for answers to people that are still being sent, since a stopped bot could not finish them. */
  private async waitForAnswers(): Promise<void> {
    const { count } = this.pendingAnswers;
    if (count === 0) return;
    this.logger.info('answers are under way, the bot leaves after them', { count });
    await this.pendingAnswers.waitUntilDone(ANSWER_TIMEOUT_MS);
  }

  /** Answers a person's command; one that throws is counted as an unreadable interaction. */
  private async handleInteraction(interaction: Interaction): Promise<void> {
    try {
      await answerInteraction(interaction, this.services.router, this.settings.discord.guildId);
    } catch (error) {
      this.services.unreadableMessages.recordUnreadable(error, { t: 'INTERACTION_CREATE' });
    }
  }

  private stopAfterRefusal(reason: string): void {
    this.refusalReason ??= reason;
    this.stopping.abort();
  }

  private registerBotCommands(): Promise<boolean> {
    const { clientId, guildId } = this.settings.discord;
    const { commands, commandIds } = this.services;
    return registerCommands({ rest: this.rest, clientId, guildId, commands, commandIds });
  }

  private async reportRefusal(reason: string): Promise<never> {
    await this.services.alerts.raiseAlert(
      'Discord lehnt den Bot ab',
      `${reason}. Token und Einstellungen prüfen, dann neu starten.`,
    );
    throw new DiscordRefusesError(reason);
  }
}
