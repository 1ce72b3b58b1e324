import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { Limits } from '../../../platform/limits/limits.js';
import { createAdminCode, type AdminCode } from './admin-code.js';
import { ADMIN_CODES_ISSUED } from '../sign-in-limits.js';

/** Makes a one-time code for an admin's or staff member's own account, asked for in Discord. */
@Injectable()
export class IssueAdminCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * @param userId the account of who asks; the caller has checked that it is one of the team's
   * @throws ShopError RATE_LIMITED
   */
  async execute(userId: number): Promise<AdminCode> {
    await this.limits.take(ADMIN_CODES_ISSUED, String(userId));
    const now = this.clock.now();
    return this.transactions.run((tx) => createAdminCode(tx, { userId, createdBy: `user:${userId}`, now }));
  }
}
