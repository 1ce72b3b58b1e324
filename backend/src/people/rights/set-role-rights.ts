import { Injectable } from '@nestjs/common';
import {
  type StaffRight,
  addNeededRights,
  type RoleRights as WireRoleRights,
  type SetRoleRightsRequest,
} from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { roomProjection } from '../../platform/outbox/projections.js';
import { writeAuditRow } from '../audit/audit.js';
import { RoleList } from './role-list.js';
import { RIGHTS_CHANNEL, RoleRights } from './role-rights.js';

/** Sets the rights that a Discord role gives in the admin panel. */
@Injectable()
export class SetRoleRights {
  constructor(
    private readonly transactions: Transactions,
    private readonly roles: RoleList,
    private readonly roleRights: RoleRights,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ShopError NOT_FOUND, ROLE_NOT_GRANTABLE, ROLE_IS_VIP, STALE with the current rights, UNAVAILABLE
   * without Discord
   */
  async execute(actor: Actor, roleId: string, request: SetRoleRightsRequest): Promise<WireRoleRights> {
    const rights = addNeededRights(request.rights);
    // Checks the role only when rights are added; rights can be removed even from deleted roles or while Discord is
    // unavailable.
    if (rights.length > 0) await this.roles.assertGrantable(roleId);
    await this.transactions.run(async (tx) => {
      // Locks the table, so that changes run one at a time and each version stands for one state.
      await sql(tx).run('LOCK TABLE role_rights IN SHARE ROW EXCLUSIVE MODE');
      const before = await this.roles.readRole(roleId, tx);
      if (request.version !== undefined && request.version !== before.version)
        throw new ShopError('STALE', 'Somebody changed these rights meanwhile.', { current: before });
      await this.writeRights(tx, { actor, roleId, before, rights });
    });
    // Reloads the table now, because the notification may arrive after the admin's next call.
    await this.roleRights.readCurrentTable();
    return this.roles.readRole(roleId);
  }

  private async writeRights(tx: Tx, { actor, roleId, before, rights }: RightsChange): Promise<void> {
    await sql(tx).run(
      `INSERT INTO role_rights (role_id, rights, updated_by, updated_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (role_id) DO UPDATE
         SET rights = $2, version = role_rights.version + 1, updated_by = $3, updated_at = $4, taken_at = NULL`,
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
    await writeAuditRow(tx, { actor: by, action: 'rights.set', subject: `role:${roleId}`, detail });
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
  readonly before: WireRoleRights;
  readonly rights: readonly StaffRight[];
}

/** Sends changed rights of a Discord role to the admin panels of admins only. */
@Injectable()
export class RightsRooms {
  readonly rights;

  constructor(roles: RoleList) {
    this.rights = roomProjection({
      aggregate: 'rights',
      keyOf: ({ aggregateId }) => aggregateId,
      read: async (tx, ids) => {
        const read = new Map<string, WireRoleRights>();
        for (const id of ids) read.set(id, await roles.readRole(id, tx));
        return read;
      },
      // Leaves out the role's name, because the event relay would have to wait for Discord.
      messages: ({ name: _name, ...rights }) => ({ version: rights.version, admin: rights }),
    });
  }
}
