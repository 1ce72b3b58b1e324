import { Injectable } from '@nestjs/common';
import { ShopError } from '../../../platform/problem.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { LinkDiscord, type LinkInput } from '../../accounts/link-discord.js';
import { RegisterWithDiscord } from '../../accounts/register-with-discord.js';
import type { User } from '../../accounts/user.entity.js';
import type { DiscordPerson } from '../../rights/discord-rest.js';
import type { OauthPurpose } from './oauth-states.js';

/** Signs in, registers, proves the linked account again, or links it, for a person whom Discord proved. */
@Injectable()
export class SignInWithDiscord {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly link: LinkDiscord,
    private readonly register: RegisterWithDiscord,
  ) {}

  /**
   * @param account the account that began the sign-in, which must not end in another account; undefined for a visitor
   * @throws ShopError CONFLICT, BLOCKED, UNAUTHENTICATED when linking; DISCORD_MISMATCH
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
