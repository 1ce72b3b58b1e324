import { Injectable } from '@nestjs/common';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { LinkDiscord } from '../accounts/link-discord.js';
import { RegisterWithDiscord } from '../accounts/register-with-discord.js';
import type { User } from '../accounts/user.entity.js';
import type { DiscordPerson } from './discord-rest.js';

export interface DiscordSignIn {
  user: User;
  /**
   * Discord proved the owner of the account. A link that was only made by this sign-in proves nothing: whoever had
   * the session could have made it.
   */
  provesOwner: boolean;
}

/** A person whom Discord proved: signs in, registers, or links the account that began. */
@Injectable()
export class SignInWithDiscord {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly link: LinkDiscord,
    private readonly register: RegisterWithDiscord,
  ) {}

  /** @param linkUserId the account that was signed in when the sign-in began. @throws ShopError CONFLICT, BLOCKED */
  async execute(person: DiscordPerson, linkUserId: number | null): Promise<DiscordSignIn> {
    if (linkUserId === null) return { user: await this.register.execute(person), provesOwner: true };
    const before = await this.accounts.identity(linkUserId);
    const user = await this.link.execute(linkUserId, person);
    return { user, provesOwner: before?.discordId === person.id };
  }
}
