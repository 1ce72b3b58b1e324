import { Inject, Injectable } from '@nestjs/common';
import { discordUserAgent } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../clock.js';
import { SETTINGS, type Settings } from '../../settings.js';
import {
  DISCORD_CODE,
  DiscordUnavailableError,
  DiscordRefusal,
  DiscordSetupError,
} from './discord-errors.js';
import { DiscordFaults } from './discord-faults.js';

const TIMEOUT_MS = 3_000;
/**
 * Pause after Discord refused the bot's token or the server, ms, because Discord bans an address after 10,000 such
 * calls in ten minutes.
 */
const SETUP_PAUSE_MS = 10_000;
/** Longest rate limit that is waited for, ms. */
const MAX_RATE_LIMIT_MS = 60_000;

const errorAnswer = z.object({ code: z.number(), message: z.string().optional() });
const rateLimitAnswer = z.object({ retry_after: z.number().min(0), global: z.boolean().optional() });

export interface DiscordCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path of the call below the API version. */
  path: string;
  /** Body of the call, sent as JSON. */
  body?: object;
  /** Name of the group of calls that share a rate limit. */
  bucket: string;
  /** True for a call that is made even if Discord has refused token or server before. */
  isCheck?: boolean;
  /** Reason that Discord shows in the server's audit log. */
  auditReason?: string;
}

/** Number of networks with paused sign-ins at which all sign-ins pause, because refused calls can lead to a ban. */
const MAX_PAUSED_NETWORKS = 50;
const INTERACTION = 'interaction';
const PERSON = 'person ';

/** Client of Discord's REST API, and the only place that classifies Discord's refusals. */
@Injectable()
export class DiscordApi {
  /** Errors that are thrown without calling Discord, by bucket; the key '' is for all calls with the bot's token. */
  private readonly paused = new Map<string, { until: number; error: DiscordUnavailableError }>();

  constructor(
    private readonly clock: Clock,
    private readonly faults: DiscordFaults,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** True when Discord server and bot token are configured. */
  get isSetUp(): boolean {
    const { token, guildId } = this.settings.discord;
    return token !== undefined && guildId !== undefined;
  }

  /**
   * Calls the API of the shop's own Discord server as the bot, with a path below the server's.
   * @throws DiscordSetupError, alerted once · DiscordRefusal with Discord's code · DiscordUnavailableError
   */
  callGuild(call: DiscordCall): Promise<unknown> {
    return this.callAsBot({ ...call, path: `/guilds/${this.settings.discord.guildId}${call.path}` });
  }

  /**
   * Calls Discord's API as the shop's bot.
   * @throws as `callGuild`
   */
  async callAsBot(call: DiscordCall): Promise<unknown> {
    const { token } = this.settings.discord;
    if (!this.isSetUp) throw new DiscordUnavailableError('no Discord server is set up');
    if (call.isCheck !== true) this.assertNotPaused(call.bucket);
    try {
      const answer = await this.sendCall({ ...call, path: `/v10${call.path}` }, `Bot ${token}`);
      await this.recordSuccess();
      return answer;
    } catch (error) {
      // Records that server and token are valid, because Discord refused only the request itself.
      if (error instanceof DiscordRefusal) await this.recordSuccess();
      if (error instanceof DiscordSetupError) await this.recordSetupError(error);
      throw error;
    }
  }

  /**
   * Calls Discord's API on behalf of a person.
   * @param network where the person is, because a rate limit pauses only the calls for people there
   * @throws DiscordUnavailableError
   */
  async callAsPerson(path: string, accessToken: string, network: string): Promise<unknown> {
    this.assertPersonNotPaused(network);
    return this.sendCall({ path: `/v10${path}`, bucket: `${PERSON}${network}` }, `Bearer ${accessToken}`);
  }

  /**
   * Checks that no rate limit pauses the calls on behalf of people in a network.
   * @throws DiscordUnavailableError
   */
  assertPersonNotPaused(network: string): void {
    this.assertNotPaused(`${PERSON}${network}`);
    const now = this.clock.now().getTime();
    const paused = [...this.paused].filter(([name, { until }]) => name.startsWith(PERSON) && until > now);
    const [first] = paused;
    if (first && paused.length >= MAX_PAUSED_NETWORKS) throw first[1].error;
  }

  /**
   * Reads or edits the answer to a Discord interaction by its token, which only the application knows.
   * @throws DiscordRefusal with Discord's code · DiscordUnavailableError
   */
  async callInteraction(token: string, call: Pick<DiscordCall, 'method' | 'body'> = {}): Promise<unknown> {
    const { clientId } = this.settings.discord;
    if (clientId === undefined) throw new DiscordUnavailableError('no Discord application is set up');
    this.assertNotPaused(INTERACTION);
    const path = `/v10/webhooks/${clientId}/${encodeURIComponent(token)}/messages/@original`;
    return this.sendCall({ ...call, path, bucket: INTERACTION });
  }

  private async sendCall(call: DiscordCall, authorization?: string): Promise<unknown> {
    const { method = 'GET', path, body: sent, auditReason } = call;
    const headers: Record<string, string> = {
      ...(authorization !== undefined && { authorization }),
      'user-agent': discordUserAgent(this.settings.publicUrl),
    };
    if (sent) headers['content-type'] = 'application/json';
    if (auditReason !== undefined) headers['x-audit-log-reason'] = auditReason;
    try {
      const answer = await fetch(`${this.settings.discord.apiUrl}${path}`, {
        method,
        headers,
        ...(sent && { body: JSON.stringify(sent) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      if (answer.status === 204) return undefined;
      const body: unknown = await answer.json().catch(() => undefined);
      if (answer.ok && body !== undefined) return body;
      throw this.makeErrorFor(answer.status, body, call);
    } catch (error) {
      throw error instanceof DiscordUnavailableError
        ? error
        : new DiscordUnavailableError(`Discord did not answer: ${describeCause(error)}`);
    }
  }

  private makeErrorFor(
    status: number,
    body: unknown,
    { path, bucket }: DiscordCall,
  ): DiscordUnavailableError {
    if (status === 429) return this.recordRateLimit(body, bucket);
    const { code, message = '' } = errorAnswer.safeParse(body).data ?? { code: undefined };
    const summary = `Discord answered ${status}${code === undefined ? '' : ` (${code} ${message})`}`;
    const isOfPerson = isApart(bucket) || code === DISCORD_CODE.personsToken;
    // Trusts only JSON with Discord's error code, because the status could come from a proxy's page.
    if (status === 401 && code !== undefined && !isOfPerson)
      return new DiscordSetupError('TOKEN_REFUSED', summary);
    const isGuild = path.startsWith('/v10/guilds/');
    const isUnknown =
      code === DISCORD_CODE.unknownGuild || (status === 403 && code === DISCORD_CODE.missingAccess);
    if (isGuild && isUnknown) return new DiscordSetupError('GUILD_UNKNOWN', summary);
    const isDefinite = status >= 400 && status < 500 && code !== undefined && code !== 0;
    return isDefinite ? new DiscordRefusal(summary, code) : new DiscordUnavailableError(summary);
  }

  private recordRateLimit(body: unknown, bucket: string): DiscordUnavailableError {
    const { retry_after: seconds, global = false } = rateLimitAnswer.safeParse(body).data ?? {
      retry_after: 1,
    };
    const error = new DiscordUnavailableError(`Discord limits the shop for ${seconds} s`);
    this.pauseCalls(
      global && !isApart(bucket) ? '' : bucket,
      Math.min(seconds * 1_000, MAX_RATE_LIMIT_MS),
      error,
    );
    return error;
  }

  private async recordSuccess(): Promise<void> {
    this.paused.delete('');
    const { faults } = this;
    await Promise.all([
      faults.clearProblem('GUILD_UNKNOWN'),
      faults.clearProblem('TOKEN_REFUSED'),
      faults.clearProblem('DISCORD_AWAY'),
    ]);
  }

  private async recordSetupError(error: DiscordSetupError): Promise<void> {
    this.pauseCalls('', SETUP_PAUSE_MS, error);
    await this.faults.recordProblem(error.problem, error.detail);
  }

  private pauseCalls(bucket: string, ms: number, error: DiscordUnavailableError): void {
    const now = this.clock.now().getTime();
    for (const [name, { until }] of this.paused) if (until <= now) this.paused.delete(name);
    this.paused.set(bucket, { until: now + ms, error });
  }

  private assertNotPaused(bucket: string): void {
    const now = this.clock.now().getTime();
    for (const name of isApart(bucket) ? [bucket] : ['', bucket]) {
      const pause = this.paused.get(name);
      if (pause && pause.until > now) throw pause.error;
    }
  }
}

/** True for calls without the bot's token, which Discord limits apart, so that strangers cannot stop the bot's. */
const isApart = (bucket: string): boolean => bucket === INTERACTION || bucket.startsWith(PERSON);

/** The cause of a failed fetch, because its message is the same for all causes. */
function describeCause(error: unknown): string {
  const { cause } = Object(error);
  return String(Object(cause).code ?? Object(cause).message ?? error);
}
