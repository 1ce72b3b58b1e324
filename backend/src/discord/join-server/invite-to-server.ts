import { Inject, Injectable, Logger, Controller } from '@nestjs/common';
import { type JoinServerAnswer, type LimitRule, discordCalls } from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import { DiscordUnavailableError, parseAnswer } from '../../platform/discord/discord-errors.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { DiscordMembers } from '../../people/rights/discord-members.js';
import { z } from 'zod';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { Call } from '../../platform/calls/call.js';

/** Lifetime of a Discord invite, seconds. */
export const INVITE_LIFE_S = 3_600;

const channelId = z.string().nullish();
const guild = z.object({ rules_channel_id: channelId, system_channel_id: channelId });
const invite = z.object({ code: z.string().regex(/^[\w-]{2,64}$/) });

/** Creates invites to the Discord server, each for one person and one hour. */
@Injectable()
export class CreateInvite {
  constructor(
    private readonly api: DiscordApi,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Creates an invite.
   * @returns its address
   * @throws DiscordUnavailableError, also when the bot may not invite people
   */
  async execute(userId: number): Promise<string> {
    const { rules_channel_id: rules, system_channel_id: system } = parseAnswer(
      await this.api.callGuild({ path: '', bucket: 'guild' }),
      guild,
    );
    const channel = rules ?? system;
    if (channel == null)
      throw new DiscordUnavailableError('The Discord server names no channel to invite to');
    const answer = await this.api.callAsBot({
      method: 'POST',
      path: `/channels/${channel}/invites`,
      bucket: 'invites',
      body: { max_age: INVITE_LIFE_S, max_uses: 1, unique: true },
      auditReason: `Asked for by account ${userId} of the shop`,
    });
    return `${this.settings.discord.apiUrl.replace(/\/api\/?$/, '')}/invite/${parseAnswer(answer, invite).code}`;
  }
}

const HOUR_MS = 3_600_000;
/** Limit of invites per account and per Discord account, which allows for a few lost tabs. */
const PER_ACCOUNT: LimitRule = { name: 'discord-invite', points: 5, windowMs: HOUR_MS };
/**
 * Limit of invites over all accounts: Discord keeps at most 1,000 invites per server, and staff need some of them.
 */
const OVER_ALL: LimitRule = { name: 'discord-invites', points: 200, windowMs: HOUR_MS };

/** Invites the account's owner to the Discord server. */
@Injectable()
export class InviteToServer {
  private readonly logger = new Logger(InviteToServer.name);

  constructor(
    private readonly accounts: AccountsQueries,
    private readonly discord: DiscordMembers,
    private readonly createInvite: CreateInvite,
    private readonly limits: RateLimiter,
    private readonly departed: FormerIdentities,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError RATE_LIMITED; UNAVAILABLE when neither Discord nor the settings provide an invite */
  async execute(userId: number): Promise<JoinServerAnswer> {
    await this.limits.take(PER_ACCOUNT, String(userId));
    // Checks only the proven Discord id, because a typed one could belong to another person.
    const discordId = (await this.accounts.readIdentity(userId))?.discordId ?? null;
    // Counts the Discord account too, because it can be linked to one account after another.
    if (discordId !== null)
      await this.limits.take(PER_ACCOUNT, this.departed.hashIdentity('discord', discordId));
    try {
      if (discordId !== null && (await this.discord.readMemberForCustomer(discordId)) !== null)
        return {
          success: false,
          reason: 'MEMBER',
          message: 'Your Discord account is on the server already.',
        };
      if (!(await this.limits.allowsAttempt(OVER_ALL, 'all')))
        throw new DiscordUnavailableError('All invites of this hour are given out');
      return {
        success: true,
        message: 'Your invite works once, for an hour.',
        inviteUrl: await this.createInvite.execute(userId),
        canBeAdded: discordId !== null && this.settings.discord.clientSecret !== undefined,
      };
    } catch (error) {
      if (!(error instanceof DiscordUnavailableError)) throw error;
      this.logger.warn(`No invite of its own for account ${userId}: ${error.message}.`);
      return this.operatorInvite();
    }
  }

  /** Returns the invite in the settings while Discord creates none. */
  private operatorInvite(): JoinServerAnswer {
    const { inviteUrl } = this.settings.discord;
    if (inviteUrl === undefined)
      throw new ShopError('UNAVAILABLE', 'Discord does not answer right now. Please try again in a moment.');
    return { success: true, message: 'This invite leads to the server.', inviteUrl, canBeAdded: false };
  }
}

@Controller()
export class InviteToServerController {
  constructor(private readonly inviteToServer: InviteToServer) {}

  /** Answers a person who is a member already with that fact instead of an error. */
  @Call(discordCalls.inviteToServer)
  inviteOwner(@CurrentActor() { userId }: Actor): Promise<JoinServerAnswer> {
    return this.inviteToServer.execute(userId);
  }
}
