import { Injectable } from '@nestjs/common';
import type { SignInWay } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { SecurityLog } from '../audit/security-log.js';
import { RoleSource } from '../rights/role-source.js';

/**
 * Records refused calls to the panel and raises an alert. No alert for an account that has the right and only
 * signed in another way.
 */
@Injectable()
export class PanelRefusals {
  constructor(
    private readonly roles: RoleSource,
    private readonly security: SecurityLog,
  ) {}

  /**
   * @param subject the refused call, as `GET /api/admin/orders`
   * @returns the ways of signing in that would open the panel to this account; empty when none would
   */
  async record(actor: Actor, subject: string, address: string): Promise<readonly SignInWay[]> {
    const ways = actor.blocked ? [] : await this.waysIn(actor);
    await this.security.refused({
      actor: `user:${actor.userId}`,
      action: 'panel.refused',
      subject,
      // Else harmless reads would hide what else was tried.
      rowsOf: subject,
      detail: { role: actor.role, blocked: actor.blocked, openedBy: actor.identity.openedBy },
      address,
      alert: ways.length === 0 ? 'An account without the right tried the panel' : undefined,
    });
    return ways;
  }

  private async waysIn({ role, identity }: Actor): Promise<readonly SignInWay[]> {
    if (role !== 'customer') return [];
    if ((await this.roles.roleOf(identity.discordId, 'shown')) !== 'customer')
      return ['discord', 'admin-code'];
    return identity.isOperator ? ['admin-code'] : [];
  }
}
