import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { type Tx } from '../../platform/database/transaction.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { writeAuditRow } from '../audit/audit.js';
import { AccountsQueries } from './accounts.queries.js';
import { BlockUser } from './block-user.js';
import { FormerIdentities } from './former-identities.js';
import { InheritedBlocks, type AssignedDiscordId } from './inherited-blocks.js';
import { deleteUnusedCodes } from '../sign-in/admin-code/admin-code.js';
import { sha256 } from '../../platform/secrets.js';
import { saveUser } from './user-row.js';
import type { ProvenPerson } from './register-account.js';
import { notifyOwner } from './security-notices.js';
import type { User } from './user.entity.js';

export interface LinkInput {
  userId: number;
  /** The session that returns from Discord; if it has ended meanwhile, nothing is linked. */
  sessionId: string;
  userAgent: string | null;
  /** Hash of the proof that the link was begun with; the password must still be the one that was confirmed. */
  proofHash: string | null;
}

/** Hashes the password hash that was confirmed when a link began. */
export const hashProof = (passwordHash: string | null): string => sha256(passwordHash ?? '');

/**
 * Links a proven Discord id to an account whose owner has confirmed the password. Accounts are never merged.
 */
@Injectable()
export class LinkDiscord {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly departed: FormerIdentities,
    private readonly former: InheritedBlocks,
    private readonly blockUser: BlockUser,
  ) {}

  /**
   * @throws ShopError CONFLICT when the account or the Discord id is linked otherwise; OAUTH_STATE_INVALID when the
   * password changed meanwhile; BLOCKED, UNAUTHENTICATED, SECOND_STEP_REQUIRED; UNAVAILABLE as
   * `InheritedBlocks.assignDiscordId` says
   */
  async execute(input: LinkInput, person: ProvenPerson): Promise<User> {
    const { userId } = input;
    const isOperator = (await this.accounts.readIdentity(userId))?.isOperator === true;
    const id = { discordId: person.id, isOperator, userId };
    try {
      const user = await this.former.assignDiscordId(id, (tx, taken) =>
        this.linkAccount(tx, input, person, taken),
      );
      if (user.blockedAt !== null) await this.blockUser.endConnectionsAndBlockSuccessors(userId);
      return user;
    } catch (error) {
      throw isUniqueViolation(error) ? belongsToAnotherAccount() : error;
    }
  }

  private async linkAccount(
    tx: Tx,
    { userId, sessionId, userAgent, proofHash }: LinkInput,
    person: ProvenPerson,
    taken: AssignedDiscordId,
  ): Promise<User> {
    const user = await this.former.lockWithFormerAccounts(tx, person.id, userId);
    await this.sessions.requireOwnerSession({ userId, sessionId }, tx, 'passed');
    if (proofHash !== hashProof(user.passwordHash))
      throw new ShopError('OAUTH_STATE_INVALID', 'The password was changed after this link was begun.');
    if (user.blockedAt !== null) throw new ShopError('BLOCKED', 'This account is blocked.');
    if (user.discordId !== null && user.discordId !== person.id)
      throw new ShopError('CONFLICT', 'This account is linked to another Discord account.');
    const owner = await this.accounts.findByDiscordId(person.id, tx);
    if (owner && owner.id !== userId) throw belongsToAnotherAccount();
    if (user.discordId === person.id) return user;
    user.discordId = person.id;
    user.discordLinkedAt = this.clock.now();
    user.discordUsername = person.username;
    user.claimedDiscordId = null;
    await saveUser(tx, user);
    await deleteUnusedCodes(tx, userId);
    await notifyOwner(tx, { userId, kind: 'discord_linked', userAgent });
    const detail = { discord: this.departed.hashIdentity('discord', person.id) };
    await writeAuditRow(tx, {
      actor: `user:${userId}`,
      action: 'discord.link',
      subject: `user:${userId}`,
      detail,
    });
    return this.former.inheritFromFormerAccounts(tx, user, taken);
  }
}

function belongsToAnotherAccount(): ShopError {
  return new ShopError('CONFLICT', 'This Discord account belongs to another account of the shop.');
}
