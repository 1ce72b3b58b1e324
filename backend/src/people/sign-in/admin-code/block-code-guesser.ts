import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { BlockUser } from '../../accounts/block-user.js';
import { countAudited } from '../../audit/audit.js';
import { RoleSource } from '../../rights/role-source.js';

const WRONG_CODES = 5;
const WITHIN_MS = 24 * 60 * 60_000;

/**
 * Blocks an account after five wrong admin codes within a day, unless it is an admin's or staff's. Decides by
 * the account's rights, because a session opened by password carries none of them.
 */
@Injectable()
export class BlockCodeGuesser {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
    private readonly blockUser: BlockUser,
    private readonly clock: Clock,
  ) {}

  /** Checks an account after a wrong code. */
  async execute(userId: number): Promise<void> {
    const identity = await this.accounts.identity(userId);
    if (!identity || (await this.roles.standingOf(identity)) !== 'customer') return;
    const since = new Date(this.clock.now().getTime() - WITHIN_MS);
    const actor = `user:${userId}`;
    const isDue = async (tx: Tx): Promise<boolean> =>
      (await countAudited(tx, { actor, action: 'admin-code.refused', since })) >= WRONG_CODES;
    await this.blockUser.execute({ userId, reason: 'wrong admin codes', actor: 'shop' }, isDue);
  }
}
