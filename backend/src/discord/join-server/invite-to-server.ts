import { Inject, Injectable, Logger } from '@nestjs/common';
import type { JoinServerAnswer, LimitRule } from '@pax/contracts';
import { ShopError } from '../../platform/problem.js';
import { DiscordUnavailableError } from '../../platform/discord/discord-errors.js';
import { Limits } from '../../platform/limits/limits.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { DiscordRest } from '../../people/rights/discord-rest.js';
import { NewInvite } from './new-invite.js';

const HOUR_MS = 3_600_000;
/** Invites of one account: enough to lose a tab or two. */
const PER_ACCOUNT: LimitRule = { name: 'discord-invite', points: 5, windowMs: HOUR_MS };
/** Limit of all accounts together: Discord keeps at most 1,000 invites of a server, and staff need some. */
const OVER_ALL: LimitRule = { name: 'discord-invites', points: 200, windowMs: HOUR_MS };

/** Invites an account's person into the Discord server. */
@Injectable()
export class InviteToServer {
  private readonly logger = new Logger(InviteToServer.name);

  constructor(
    private readonly accounts: AccountsQueries,
    private readonly discord: DiscordRest,
    private readonly newInvite: NewInvite,
    private readonly limits: Limits,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError RATE_LIMITED; UNAVAILABLE where neither Discord nor the settings have an invite */
  async execute(userId: number): Promise<JoinServerAnswer> {
    await this.limits.take(PER_ACCOUNT, String(userId));
    // Only a proven id counts: a typed one could be anybody's.
    const discordId = (await this.accounts.identity(userId))?.discordId ?? null;
    try {
      if (discordId !== null && (await this.discord.memberRoles(discordId)) !== null)
        return {
          success: false,
          reason: 'MEMBER',
          message: 'Your Discord account is on the server already.',
        };
      if (!(await this.limits.allows(OVER_ALL, 'all')))
        throw new DiscordUnavailableError('All invites of this hour are given out');
      return {
        success: true,
        message: 'Your invite works once, for an hour.',
        inviteUrl: await this.newInvite.create(userId),
        canBeAdded: discordId !== null && this.settings.discord.clientSecret !== undefined,
      };
    } catch (error) {
      if (!(error instanceof DiscordUnavailableError)) throw error;
      this.logger.warn(`No invite of its own for account ${userId}: ${error.message}.`);
      return this.lastingInvite();
    }
  }

  /** The operator's invite, while Discord gives none. */
  private lastingInvite(): JoinServerAnswer {
    const { inviteUrl } = this.settings.discord;
    if (inviteUrl === undefined)
      throw new ShopError('UNAVAILABLE', 'Discord does not answer right now. Please try again in a moment.');
    return { success: true, message: 'This invite leads to the server.', inviteUrl, canBeAdded: false };
  }
}
