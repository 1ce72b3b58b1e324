import { Injectable } from '@nestjs/common';
import {
  withNeededRights,
  type RoleRights,
  type SetRoleRightsRequest,
  type StaffRight,
} from '@pax/contracts';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alert.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { audit } from '../audit/audit.js';
import { RIGHTS_CHANNEL } from './role-rights.js';
import { RoleList } from './role-list.js';

/** An admin says what a Discord role gives in the panel. */
@Injectable()
export class SetRoleRights {
  constructor(
    private readonly transactions: Transactions,
    private readonly roles: RoleList,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ShopError NOT_FOUND, ROLE_NOT_GRANTABLE, ROLE_IS_VIP, STALE with the rights as they are, UNAVAILABLE
   * without Discord
   */
  async execute(actor: Actor, roleId: string, request: SetRoleRightsRequest): Promise<RoleRights> {
    const rights = withNeededRights(request.rights);
    // Rights can always be taken away, also of a role that is gone and while Discord does not answer.
    if (rights.length > 0) await this.roles.assertGrantable(roleId);
    await this.transactions.run(async (tx) => {
      // One at a time, so that a version names exactly what its writer saw.
      await sql(tx).run('LOCK TABLE role_rights IN SHARE ROW EXCLUSIVE MODE');
      const before = await this.roles.one(roleId, tx);
      if (request.version !== undefined && request.version !== before.version)
        throw new ShopError('STALE', 'Somebody changed these rights meanwhile.', { current: before });
      await this.write(tx, { actor, roleId, before, rights });
    });
    return this.roles.one(roleId);
  }

  private async write(tx: Tx, { actor, roleId, before, rights }: RightsChange): Promise<void> {
    await sql(tx).run(
      `INSERT INTO role_rights (role_id, rights, updated_by, updated_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (role_id) DO UPDATE
         SET rights = $2, version = role_rights.version + 1, updated_by = $3, updated_at = $4`,
      [roleId, rights, actor.userId, this.clock.now()],
    );
    await sql(tx).run('SELECT pg_notify($1, $2)', [RIGHTS_CHANNEL, roleId]);
    const by = actorName(actor);
    appendEvent(tx, {
      type: 'rights.set',
      aggregate: 'rights',
      aggregateId: roleId,
      version: before.version + 1,
    });
    const detail = { before: before.rights.join(' '), after: rights.join(' ') };
    await audit(tx, { actor: by, action: 'rights.set', subject: `role:${roleId}`, detail });
    raiseAlert(tx, {
      kind: 'security',
      title: 'The rights of a Discord role were changed',
      detail: `rights.set · ${by} · role:${roleId} · ${detail.before || 'none'} → ${detail.after || 'none'}`,
    });
  }
}

interface RightsChange {
  readonly actor: Actor;
  readonly roleId: string;
  readonly before: RoleRights;
  readonly rights: readonly StaffRight[];
}
