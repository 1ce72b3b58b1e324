import type { Channel } from '@pax/contracts';
import type { Interaction } from 'discord.js';
import { allActions } from './commands/all.js';
import { BackendHttp } from './core/backend-http.js';
import { Backend } from './core/backend.js';
import { Backoff } from './core/backoff.js';
import { DiscordGateway, DiscordRefusesError, GatewayNotReadyError } from './core/discord-gateway.js';
import { reasonOf, type Logger } from './core/logger.js';
import { LoginBudget } from './core/login-budget.js';
import { pause } from './core/pause.js';
import { perChannel } from './core/per-channel.js';
import { ServerClock } from './core/server-clock.js';
import { answerInteraction } from './listeners/answer-interaction.js';
import { registerCommands } from './listeners/register-commands.js';
import { Alerts } from './services/alerts.js';
import { ChannelHealth } from './services/channel-health.js';
import { acquireLease, type Lease } from './services/lease.js';
import { Posting } from './services/posting.js';
import { Router } from './services/router.js';
import type { Settings } from './settings.js';

/**
 * The whole bot: waits for the lease, then lives at the gateway and posts until the lease is lost or the bot is
 * told to stop, and begins again (OWN-150).
 */
export class BotApp {
  private readonly clock = new ServerClock();
  private readonly backend: Backend;
  private readonly alerts: Alerts;
  private readonly router: Router;
  private readonly commands;
  private readonly health: Record<Channel, ChannelHealth>;
  private readonly backoff = new Backoff({ firstMs: 1_000, maxMs: 60_000 });
  private readonly logins = new LoginBudget();
  private readonly stopping = new AbortController();
  private lease: Lease | undefined;
  private refusal: string | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
    private readonly onConnected: () => void = () => undefined,
  ) {
    this.backend = new Backend(new BackendHttp({ ...settings.backend, clock: this.clock }));
    this.alerts = new Alerts(this.backend, logger);
    const { staffRoleId } = settings.discord;
    const { commands, actions } = allActions({
      backend: this.backend,
      publicUrl: settings.publicUrl,
      staffRoleId,
      joinReward: settings.joinReward,
    });
    this.commands = commands;
    this.router = new Router(actions, logger);
    this.health = perChannel((channel) => this.channelHealth(channel));
  }

  /** Runs until told to stop. @throws DiscordRefusesError when Discord takes the token no longer (F21) */
  async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const { backend, logger, settings } = this;
      const { instanceId } = settings;
      const lastFence = this.lease?.fence;
      const lease = await acquireLease({ backend, logger, instanceId, lastFence }, signal);
      if (!lease) break;
      await this.holdLease(lease);
      if (this.refusal !== undefined) await this.giveUp(this.refusal);
      await pause(Math.max(this.backoff.next(), this.logins.waitMs()), signal);
    }
  }

  /** Lets messages in hand go out and leaves. {@link run} returns within 5 s. */
  stop(): void {
    this.stopping.abort();
  }

  /** One stay at the gateway; never throws. */
  private async holdLease(lease: Lease): Promise<void> {
    this.lease = lease;
    const gateway = this.gateway();
    let connecting = true;
    const keeping = lease.keep(() => connecting || gateway.isReady());
    try {
      await gateway.connect(AbortSignal.any([lease.signal, this.stopping.signal]));
      connecting = false;
      this.logins.spend();
      this.backoff.reset();
      if (lease.isHeld() && gateway.isReady()) await this.serve(gateway, lease);
    } catch (error) {
      if (error instanceof DiscordRefusesError) this.refusal = error.message;
      if (error instanceof GatewayNotReadyError) this.logins.spend();
      this.logger.warn('gateway not reached', { reason: reasonOf(error) });
    } finally {
      lease.lose(this.stopping.signal.aborted ? 'stopping' : 'gateway left');
      await Promise.all([gateway.close(), keeping]);
    }
  }

  /** Posts and answers until the lease ends or the bot stops. */
  private async serve(gateway: DiscordGateway, lease: Lease): Promise<void> {
    const { settings, backend, clock, logger, health } = this;
    const posting = new Posting({
      rest: gateway.rest,
      backend,
      lease,
      clock,
      logger,
      health,
      botUserId: gateway.botUserId,
      channelIds: settings.discord.channels,
      staffPing: settings.discord.staffPing,
      queueUrl: settings.queueUrl,
    });
    posting.start();
    logger.info('connected', { fence: lease.fence });
    this.onConnected();
    void this.register(gateway);
    await untilAborted(AbortSignal.any([lease.signal, this.stopping.signal]));
    await (lease.isHeld() ? posting.drain() : posting.abort());
  }

  private gateway(): DiscordGateway {
    const { apiUrl, token, guildId } = this.settings.discord;
    return new DiscordGateway({
      apiUrl,
      token,
      logger: this.logger,
      onRefused: (reason) => this.refuse(reason),
      onInteraction: (interaction) => void this.answer(interaction, guildId),
    });
  }

  private async answer(interaction: Interaction, guildId: string): Promise<void> {
    try {
      await answerInteraction(interaction, this.router, guildId);
    } catch (error) {
      this.logger.warn('interaction not understood', { reason: reasonOf(error) });
    }
  }

  private refuse(reason: string): void {
    this.refusal ??= reason;
    this.lease?.lose('Discord refuses the bot');
  }

  private channelHealth(channel: Channel): ChannelHealth {
    const { alerts, logger } = this;
    return new ChannelHealth({ channel, alerts, logger, onUnauthorized: (reason) => this.refuse(reason) });
  }

  /** Posts can go out without commands, so a failure here is only told. */
  private async register(gateway: DiscordGateway): Promise<void> {
    const { clientId, guildId } = this.settings.discord;
    try {
      const changed = await registerCommands({
        rest: gateway.rest,
        clientId,
        guildId,
        commands: this.commands,
      });
      this.logger.info('commands registered', { changed });
    } catch (error) {
      this.logger.warn('commands not registered', { reason: reasonOf(error) });
    }
  }

  private async giveUp(reason: string): Promise<never> {
    await this.alerts.raise(
      'Discord lehnt den Bot ab',
      `${reason}. Token und Einstellungen prüfen, dann neu starten.`,
    );
    throw new DiscordRefusesError(reason);
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
