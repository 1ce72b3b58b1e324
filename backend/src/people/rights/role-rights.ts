import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  STAFF_RIGHTS,
  DEFAULT_STAFF_RIGHTS,
  staffRight,
  type StaffRight,
  addNeededRights,
  type RoleRights as WireRoleRights,
  type SetRoleRightsRequest,
} from '@pax/contracts';
import { Subject } from 'rxjs';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Listener } from '../../platform/database/listener.js';
import { sql } from '../../platform/database/sql.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { writeAuditRow } from '../audit/audit.js';
import { RoleList } from './role-list.js';
import { roomProjection } from '../../platform/outbox/projections.js';

/** Postgres channel that every change of the table `role_rights` notifies in its transaction. */
export const RIGHTS_CHANNEL = 'role_rights';
/** Maximum age of the cached table for reads, ms; processes are also notified of changes. */
const MAX_AGE_MS = 500;

const rightsRow = z.object({ role: z.string(), rights: z.array(staffRight) });

/** The rights of Discord roles, by role id; roles without rights are absent. */
export type RoleRightsTable = ReadonlyMap<string, readonly StaffRight[]>;

/** Reads the rights that admins granted to Discord roles, and caches them. */
@Injectable()
export class RoleRights {
  /** Emits when the cached table of this process has changed. */
  readonly changed = new Subject<void>();
  private readonly logger = new Logger(RoleRights.name);
  private table: RoleRightsTable = new Map();
  private readAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<RoleRightsTable> | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    listener: Listener,
  ) {
    listener.onNotification(RIGHTS_CHANNEL, () => void this.reloadTable());
  }

  /** Reads the cached table, which may be half a second old. */
  async readRecentTable(): Promise<RoleRightsTable> {
    if (performance.now() - this.readAt <= MAX_AGE_MS) return this.table;
    this.reading ??= this.readCurrentTable().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Reads the table as it is now, for actions that depend on a right. */
  async readCurrentTable(manager: EntityManager = this.database.manager): Promise<RoleRightsTable> {
    const begun = performance.now();
    const rows = await sql(manager).rows(rightsRow, 'SELECT role_id AS role, rights FROM role_rights');
    const { staffRoleId, vipRoleId } = this.settings.discord;
    const table = new Map([
      ...(staffRoleId === undefined ? [] : [[staffRoleId, DEFAULT_STAFF_RIGHTS] as const]),
      ...rows.map(({ role, rights }) => [role, rights] as const),
    ]);
    // Ignores rights of the VIP role, because customers buy that role with points.
    for (const [role, rights] of table) if (rights.length === 0 || role === vipRoleId) table.delete(role);
    if (begun > this.readAt) this.storeTable(table, begun);
    return table;
  }

  /** Tells whether a role gives any right, according to the cached table. */
  givesRights(roleId: string): boolean {
    return this.table.has(roleId);
  }

  private storeTable(table: RoleRightsTable, readAt: number): void {
    const isChanged = fingerprintOfTable(table) !== fingerprintOfTable(this.table);
    this.table = table;
    this.readAt = readAt;
    if (isChanged) this.changed.next();
  }

  private async reloadTable(): Promise<void> {
    try {
      await this.readCurrentTable();
    } catch (error) {
      this.logger.warn(`Rights not read: ${String(error)}. The next call reads them again.`);
    }
  }
}

/** Lists all rights that a set of roles gives together. */
export function collectRightsOfRoles(table: RoleRightsTable, roleIds: readonly string[]): StaffRight[] {
  const held = new Set(roleIds.flatMap((role) => table.get(role) ?? []));
  return STAFF_RIGHTS.filter((right) => held.has(right));
}

const fingerprintOfTable = (table: RoleRightsTable): string =>
  [...table]
    .map(([role, rights]) => `${role}:${rights.join()}`)
    .toSorted()
    .join(';');

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
