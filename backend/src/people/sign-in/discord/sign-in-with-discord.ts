import { Injectable, Logger } from '@nestjs/common';
import { ShopError } from '../../../platform/shop-error.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { LinkDiscord, type LinkInput } from '../../accounts/link-discord.js';
import { RegisterWithDiscord } from '../../accounts/register-account.js';
import type { User } from '../../accounts/user.entity.js';
import { type DiscordPerson, DiscordMembers } from '../../rights/discord-members.js';
import type { OauthPurpose } from './oauth-states.js';
import type { JoinOutcome } from '@pax/contracts';
import type { Actor } from '../../../platform/calls/access.js';
import {
  DISCORD_CODE,
  DiscordRefusal,
  DiscordUnavailableError,
} from '../../../platform/discord/discord-errors.js';

/** Signs in, registers, confirms or links the account of a person whose identity Discord has proven. */
@Injectable()
export class SignInWithDiscord {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly link: LinkDiscord,
    private readonly register: RegisterWithDiscord,
  ) {}

  /**
   * @param account the account that started the sign-in, which may not change to another account; undefined for a
   * visitor
   * @throws ShopError CONFLICT, BLOCKED, UNAUTHENTICATED when linking; DISCORD_MISMATCH
   */
  async execute(person: DiscordPerson, purpose: OauthPurpose, account: LinkInput | undefined): Promise<User> {
    if (!account) return this.register.execute(person);
    if (purpose === 'link') return this.link.execute(account, person);
    const linked = await this.accounts.findByDiscordId(person.id);
    if (linked?.id !== account.userId)
      throw new ShopError(
        'DISCORD_MISMATCH',
        'You signed in at Discord with another account than the one that is linked.',
      );
    return this.register.execute(person);
  }
}

const REFUSED_OUTCOMES: Readonly<Record<number, JoinOutcome>> = {
  [DISCORD_CODE.banned]: 'banned',
  [DISCORD_CODE.serversFull]: 'full',
};

/**
 * Adds a person to the Discord server who has just allowed that at Discord. The access token is dropped after the
 * request.
 */
@Injectable()
export class JoinWithGrant {
  private readonly logger = new Logger(JoinWithGrant.name);

  constructor(
    private readonly accounts: AccountsQueries,
    private readonly discord: DiscordMembers,
  ) {}

  /**
   * @param personId the person that Discord proved; refused unless linked to this account
   * @throws ShopError BLOCKED, DISCORD_MISMATCH
   */
  async execute(actor: Actor, personId: string, accessToken: string): Promise<JoinOutcome> {
    const identity = await this.accounts.readIdentity(actor.userId);
    if (actor.blocked) throw new ShopError('BLOCKED', 'This account is blocked.');
    if (identity?.discordId !== personId)
      throw new ShopError(
        'DISCORD_MISMATCH',
        'You signed in at Discord with another account than the one that is linked.',
      );
    try {
      return (await this.discord.addMember(personId, accessToken)) ? 'added' : 'member';
    } catch (error) {
      if (!(error instanceof DiscordUnavailableError)) throw error;
      this.logger.warn(`A member could not be added: ${error.message}.`);
      return (error instanceof DiscordRefusal ? REFUSED_OUTCOMES[error.code] : undefined) ?? 'failed';
    }
  }
}
