import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/calls/access.js';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/shop-error.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { FormerIdentities } from '../../accounts/former-identities.js';
import { saveUser } from '../../accounts/user-row.js';
import { notifyOwner } from '../../accounts/security-notices.js';
import { SecurityLog } from '../../audit/security-log.js';
import { queueRoleRemoval } from '../../loyalty/vip-role.js';
import type { CallOrigin } from '../../../platform/http/request-context.js';
import { deleteUnusedCodes } from '../admin-code/admin-code.js';
import { OwnerProof } from '../password/owner-proof.js';
import { carryOverSecondStep } from '../../accounts/owed-second-step.js';

/**
 * Removes an account's link to Discord. Asks for the current password, never removes the only sign-in method, and
 * ends all other sessions, because Discord may have opened them.
 */
@Injectable()
export class UnlinkDiscord {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly ownerProof: OwnerProof,
    private readonly sessions: Sessions,
    private readonly security: SecurityLog,
    private readonly departed: FormerIdentities,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ShopError DISCORD_NOT_LINKED, DISPUTE_OPEN, LAST_WAY_IN without a password, SECOND_STEP_REQUIRED,
   * CURRENT_PASSWORD_REQUIRED, CURRENT_PASSWORD_WRONG, RATE_LIMITED
   */
  async execute(actor: Actor, currentPassword: string | undefined, origin: CallOrigin): Promise<void> {
    const { userId, sessionId } = actor;
    const before = await this.accounts.findById(userId);
    if (before?.discordId === null) throw discordNotLinkedError();
    if (before?.passwordHash === null)
      throw new ShopError('LAST_WAY_IN', 'Discord is your only way in. Set a password first.');
    const proof = await this.ownerProof.requireProof(actor, currentPassword, origin.address);
    await this.transactions.run(async (tx) => {
      const user = await this.ownerProof.lockAndRecheckProof(tx, actor, proof);
      if (user.discordId === null) throw discordNotLinkedError();
      // Refuses an account suspended by a dispute: a block after a lost dispute applies to the Discord id, which
      // could belong to another account by then.
      if (user.purchasesSuspended)
        throw new ShopError(
          'DISPUTE_OPEN',
          'Discord stays linked while your bank reviews one of your payments.',
        );
      const detail = { discord: this.departed.hashIdentity('discord', user.discordId) };
      // Stores the hash of the unlinked Discord id, so that own orders, a block and one-time rewards are recognised
      // when another account links the id.
      await this.departed.storeIdentities(tx, userId, [{ kind: 'discord', value: user.discordId }]);
      await carryOverSecondStep(tx, this.departed, user);
      await queueRoleRemoval(tx, user, this.clock.now());
      const none = { discordId: null, discordLinkedAt: null, discordUsername: null };
      Object.assign(user, { ...none, secondStepOwed: false });
      await saveUser(tx, user);
      await this.sessions.dropDiscordRights(sessionId, tx);
      await this.sessions.closeOtherSessionsOf(userId, sessionId, tx);
      await deleteUnusedCodes(tx, userId);
      await notifyOwner(tx, { userId, kind: 'discord_unlinked', userAgent: origin.userAgent });
      const subject = `user:${userId}`;
      const { address } = origin;
      await this.security.writeEvent(tx, {
        actor: subject,
        action: 'discord.unlink',
        subject,
        detail,
        address,
      });
    });
    // Closes the account's own sockets too, because the Discord id decided their rooms; clients reconnect at once.
    this.sessions.announceAccountEnd(userId);
  }
}

export function discordNotLinkedError(): ShopError {
  return new ShopError(
    'DISCORD_NOT_LINKED',
    'Your account is not linked with Discord. Link it on your account page first.',
  );
}
