import { Injectable } from '@nestjs/common';
import { ShopError } from '../../../common/problem.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { LinkDiscord, type LinkInput } from '../../accounts/link-discord.js';
import { RegisterWithDiscord } from '../../accounts/register-with-discord.js';
import type { User } from '../../accounts/user.entity.js';
import type { DiscordPerson } from './discord-rest.js';
import type { OauthPurpose } from './oauth-states.js';

/** A person whom Discord proved: signs in, registers, proves the linked account again, or links it. */
@Injectable()
export class SignInWithDiscord {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly link: LinkDiscord,
    private readonly register: RegisterWithDiscord,
  ) {}

  /**
   * @param account who was signed in when the sign-in began; undefined for a visitor
   * @throws ShopError CONFLICT, BLOCKED, UNAUTHENTICATED when linking; DISCORD_MISMATCH when another account than the
   * linked one came back: who is signed in must not find themselves in somebody else's account
   */
  async execute(person: DiscordPerson, purpose: OauthPurpose, account: LinkInput | undefined): Promise<User> {
    if (!account) return this.register.execute(person);
    if (purpose === 'link') return this.link.execute(account, person);
    const linked = await this.accounts.byDiscordId(person.id);
    if (linked?.id !== account.userId)
      throw new ShopError(
        'DISCORD_MISMATCH',
        'You signed in at Discord with another account than the one that is linked.',
      );
    return this.register.execute(person);
  }
}
