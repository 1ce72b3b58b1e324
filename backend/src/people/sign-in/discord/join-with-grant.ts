import { Injectable, Logger } from '@nestjs/common';
import type { JoinOutcome } from '@pax/contracts';
import type { Actor } from '../../../platform/calls/access.js';
import { ShopError } from '../../../platform/problem.js';
import {
  DISCORD_CODE,
  DiscordRefusal,
  DiscordUnavailableError,
} from '../../../platform/discord/discord-errors.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { DiscordRest } from '../../rights/discord-rest.js';

const REFUSED: Readonly<Record<number, JoinOutcome>> = {
  [DISCORD_CODE.banned]: 'banned',
  [DISCORD_CODE.serversFull]: 'full',
};

/** Adds a person to the Discord server who allowed just that a moment ago; the token ends with the request. */
@Injectable()
export class JoinWithGrant {
  private readonly logger = new Logger(JoinWithGrant.name);

  constructor(
    private readonly accounts: AccountsQueries,
    private readonly discord: DiscordRest,
  ) {}

  /**
   * @param personId whom Discord proved; only the linked account's person is added
   * @throws ShopError BLOCKED, DISCORD_MISMATCH
   */
  async execute(actor: Actor, personId: string, accessToken: string): Promise<JoinOutcome> {
    const identity = await this.accounts.identity(actor.userId);
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
      return (error instanceof DiscordRefusal ? REFUSED[error.code] : undefined) ?? 'failed';
    }
  }
}
