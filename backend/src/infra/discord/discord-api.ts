import { Inject, Injectable } from '@nestjs/common';
import { discordUserAgent } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../../common/clock.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { DISCORD_CODE, DiscordAwayError, DiscordRefusal, DiscordSetupError } from './discord-errors.js';
import { DiscordFaults } from './discord-faults.js';

const TIMEOUT_MS = 3_000;
/** A refused token or server is asked about again after so long, ms: 10,000 such calls in ten minutes ban the address. */
const SETUP_PAUSE_MS = 10_000;
/** The longest that a rate limit is taken at its word, ms. */
const MOST_LIMITED_MS = 60_000;

const refusal = z.object({ code: z.number(), message: z.string().optional() });
const limited = z.object({ retry_after: z.number().min(0), global: z.boolean().optional() });

export interface DiscordCall {
  method?: 'GET' | 'PUT';
  /** Below the version. */
  path: string;
  /** Names calls that share a rate limit. */
  bucket: string;
  /** Asks although the last answer was a refusal of our set-up. */
  isCheck?: boolean;
  /** What the server's audit log says. */
  auditReason?: string;
}

/** Discord's REST as the shop itself asks it; the one place that knows what its refusals mean (OWN-445). */
@Injectable()
export class DiscordApi {
  /** What calls are answered meanwhile, by bucket; '' is for all. */
  private readonly paused = new Map<string, { until: number; error: DiscordAwayError }>();

  constructor(
    private readonly clock: Clock,
    private readonly faults: DiscordFaults,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Whether there are a server and a token to ask about it with. */
  get isSetUp(): boolean {
    const { token, guildId } = this.settings.discord;
    return token !== undefined && guildId !== undefined;
  }

  /**
   * Asks about the shop's own server, as its bot. The path goes on behind the server's.
   * @throws DiscordSetupError, told to the operator once · DiscordRefusal with Discord's code · DiscordAwayError
   */
  async guild(call: DiscordCall): Promise<unknown> {
    const { guildId, token } = this.settings.discord;
    if (!this.isSetUp) throw new DiscordAwayError('no Discord server is set up');
    if (call.isCheck !== true) this.requireUnpaused(call.bucket);
    try {
      const answer = await this.send({ ...call, path: `/v10/guilds/${guildId}${call.path}` }, `Bot ${token}`);
      await this.works();
      return answer;
    } catch (error) {
      // Refused for the thing asked for, so server and token are right.
      if (error instanceof DiscordRefusal) await this.works();
      if (error instanceof DiscordSetupError) await this.noteSetup(error);
      throw error;
    }
  }

  /** Asks on behalf of a person. @throws DiscordAwayError */
  ofPerson(path: string, accessToken: string): Promise<unknown> {
    return this.send({ path: `/v10${path}`, bucket: 'person' }, `Bearer ${accessToken}`);
  }

  private async send(call: DiscordCall, authorization: string): Promise<unknown> {
    const { method = 'GET', path, auditReason } = call;
    const headers: Record<string, string> = {
      authorization,
      'user-agent': discordUserAgent(this.settings.publicUrl),
    };
    if (auditReason !== undefined) headers['x-audit-log-reason'] = auditReason;
    try {
      const answer = await fetch(`${this.settings.discord.apiUrl}${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      if (answer.status === 204) return undefined;
      const body: unknown = await answer.json().catch(() => undefined);
      if (answer.ok && body !== undefined) return body;
      throw this.refused(answer.status, body, call);
    } catch (error) {
      throw error instanceof DiscordAwayError
        ? error
        : new DiscordAwayError(`Discord did not answer: ${causeOf(error)}`);
    }
  }

  private refused(status: number, body: unknown, { path, bucket }: DiscordCall): DiscordAwayError {
    if (status === 429) return this.limited(body, bucket);
    const { code, message = '' } = refusal.safeParse(body).data ?? { code: undefined };
    const words = `Discord answered ${status}${code === undefined ? '' : ` (${code} ${message})`}`;
    if (status === 401 && bucket !== 'person') return new DiscordSetupError('TOKEN_REFUSED', words);
    const isGuild = path.startsWith('/v10/guilds/');
    const isUnknown =
      code === DISCORD_CODE.unknownGuild || (status === 403 && code === DISCORD_CODE.missingAccess);
    if (isGuild && isUnknown) return new DiscordSetupError('GUILD_UNKNOWN', words);
    const isDefinite = status >= 400 && status < 500 && code !== undefined && code !== 0;
    return isDefinite ? new DiscordRefusal(words, code) : new DiscordAwayError(words);
  }

  private limited(body: unknown, bucket: string): DiscordAwayError {
    const { retry_after: seconds, global = false } = limited.safeParse(body).data ?? { retry_after: 1 };
    const error = new DiscordAwayError(`Discord limits the shop for ${seconds} s`);
    this.pause(global ? '' : bucket, Math.min(seconds * 1_000, MOST_LIMITED_MS), error);
    return error;
  }

  private async works(): Promise<void> {
    this.paused.delete('');
    await Promise.all([this.faults.clear('GUILD_UNKNOWN'), this.faults.clear('TOKEN_REFUSED')]);
  }

  private async noteSetup(error: DiscordSetupError): Promise<void> {
    this.pause('', SETUP_PAUSE_MS, error);
    await this.faults.note(error.problem, error.detail);
  }

  private pause(bucket: string, ms: number, error: DiscordAwayError): void {
    this.paused.set(bucket, { until: this.clock.now().getTime() + ms, error });
  }

  private requireUnpaused(bucket: string): void {
    const now = this.clock.now().getTime();
    for (const name of ['', bucket]) {
      const pause = this.paused.get(name);
      if (pause && pause.until > now) throw pause.error;
    }
  }
}

/** What fetch failed of: its own words are the same for every cause. */
function causeOf(error: unknown): string {
  const { cause } = Object(error);
  return String(Object(cause).code ?? Object(cause).message ?? error);
}
