import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { ShopError } from '../../../common/problem.js';
import { Transactions } from '../../../infra/database/transaction.js';
import { Limits } from '../../../infra/limits/limits.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { createAdminCode, type AdminCode } from './admin-code.js';
import { RoleSource } from '../../roles/role-source.js';
import { ADMIN_CODES_ISSUED } from '../sign-in-limits.js';

/** Makes a one-time code for an admin's or staff member's own account, asked for in Discord (OWN-1, OWN-147). */
@Injectable()
export class IssueAdminCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * @param discordId who asks, as Discord's interaction proves it
   * @throws ShopError FORBIDDEN without an account, the right, or when blocked; RATE_LIMITED; UNAVAILABLE
   */
  async execute(discordId: string): Promise<AdminCode> {
    const user = await this.accounts.byDiscordId(discordId);
    const role = await this.roles.roleOf(discordId, 'now');
    if (!user || user.blockedAt !== null || role === 'customer')
      throw new ShopError(
        'FORBIDDEN',
        'Codes are for admins and staff who have signed in with Discord once.',
      );
    await this.limits.take(ADMIN_CODES_ISSUED, String(user.id));
    const now = this.clock.now();
    return this.transactions.run((tx) =>
      createAdminCode(tx, { userId: user.id, createdBy: `user:${user.id}`, now }),
    );
  }
}
