import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { Transactions } from '../../../infra/database/transaction.js';
import { Sessions } from '../../../infra/sessions/sessions.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { BlockUser } from '../../accounts/block-user.js';
import { countAudited } from '../../audit/audit.js';
import { RoleSource } from '../../roles/role-source.js';

const WRONG_CODES = 5;
const WITHIN_MS = 24 * 60 * 60_000;

/**
 * Blocks an account after five wrong admin codes within a day, unless it is an admin's or staff's (OWN-17). Decides by
 * the account's rights, because a session opened by password carries none of them.
 */
@Injectable()
export class BlockCodeGuesser {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
    private readonly blockUser: BlockUser,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  /** Checks an account after a wrong code. */
  async execute(userId: number): Promise<void> {
    const identity = await this.accounts.identity(userId);
    if (!identity || (await this.roles.standingOf(identity)) !== 'customer') return;
    const since = new Date(this.clock.now().getTime() - WITHIN_MS);
    const isBlocked = await this.transactions.run(async (tx) => {
      const wrong = await countAudited(tx, { actor: `user:${userId}`, action: 'admin-code.refused', since });
      if (wrong < WRONG_CODES) return false;
      return this.blockUser.blockIn(tx, { userId, reason: 'wrong admin codes', actor: 'shop' });
    });
    if (isBlocked) this.sessions.announceEnd(userId);
  }
}
