import { Injectable } from '@nestjs/common';
import { LinkDiscord } from '../accounts/link-discord.js';
import { RegisterWithDiscord } from '../accounts/register-with-discord.js';
import type { User } from '../accounts/user.entity.js';
import type { DiscordPerson } from './discord-rest.js';

/** A person whom Discord proved: signs in, registers, or links the account that began. */
@Injectable()
export class SignInWithDiscord {
  constructor(
    private readonly link: LinkDiscord,
    private readonly register: RegisterWithDiscord,
  ) {}

  /** @param linkUserId the account that was signed in when the sign-in began. @throws ShopError CONFLICT, BLOCKED */
  execute(person: DiscordPerson, linkUserId: number | null): Promise<User> {
    return linkUserId === null ? this.register.execute(person) : this.link.execute(linkUserId, person);
  }
}
