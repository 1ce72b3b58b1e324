import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { STAFF_RIGHTS, DEFAULT_STAFF_RIGHTS, staffRight, type StaffRight } from '@pax/contracts';
import { Subject } from 'rxjs';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { NotificationListener } from '../../platform/database/notification-listener.js';
import { sql } from '../../platform/database/sql.js';
import { SETTINGS, type Settings } from '../../settings.js';

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
    listener: NotificationListener,
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
