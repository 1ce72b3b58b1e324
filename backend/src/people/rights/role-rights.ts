import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { STAFF_RIGHTS, STARTING_RIGHTS, staffRight, type StaffRight } from '@pax/contracts';
import { Subject } from 'rxjs';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Listener } from '../../platform/database/listener.js';
import { sql } from '../../platform/database/sql.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** Notified by whoever changes `role_rights`, in the same transaction. */
export const RIGHTS_CHANNEL = 'role_rights';
/** How old the table's content may be for reads, ms; processes are notified of a change beside. */
const MAX_AGE_MS = 500;

const rightsRow = z.object({ role: z.string(), rights: z.array(staffRight) });

/** The rights of Discord roles by role id; roles that give none are absent. */
export type RoleRightsTable = ReadonlyMap<string, readonly StaffRight[]>;

/** The rights that admins granted to Discord roles. */
@Injectable()
export class RoleRights {
  /** The table of this process has changed. */
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
    listener.on(RIGHTS_CHANNEL, () => void this.reload());
  }

  /** The table as it was a moment ago. */
  async recent(): Promise<RoleRightsTable> {
    if (performance.now() - this.readAt <= MAX_AGE_MS) return this.table;
    this.reading ??= this.now().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** The table as it is, for acts. */
  async now(manager: EntityManager = this.database.manager): Promise<RoleRightsTable> {
    const begun = performance.now();
    const rows = await sql(manager).rows(rightsRow, 'SELECT role_id AS role, rights FROM role_rights');
    const { staffRoleId, vipRoleId } = this.settings.discord;
    const table = new Map([
      ...(staffRoleId === undefined ? [] : [[staffRoleId, STARTING_RIGHTS] as const]),
      ...rows.map(({ role, rights }) => [role, rights] as const),
    ]);
    // Customers get the VIP role for points, so that it gives nothing, whatever it gave before the settings named it.
    for (const [role, rights] of table) if (rights.length === 0 || role === vipRoleId) table.delete(role);
    if (begun > this.readAt) this.keep(table, begun);
    return table;
  }

  /** Tells whether a role gives any right, by what this process read last. */
  gives(roleId: string): boolean {
    return this.table.has(roleId);
  }

  private keep(table: RoleRightsTable, readAt: number): void {
    const isChanged = nameOf(table) !== nameOf(this.table);
    this.table = table;
    this.readAt = readAt;
    if (isChanged) this.changed.next();
  }

  private async reload(): Promise<void> {
    try {
      await this.now();
    } catch (error) {
      this.logger.warn(`Rights not read: ${String(error)}. The next call reads them again.`);
    }
  }
}

/** All rights of somebody with these roles. */
export function rightsByRoles(table: RoleRightsTable, roleIds: readonly string[]): StaffRight[] {
  const held = new Set(roleIds.flatMap((role) => table.get(role) ?? []));
  return STAFF_RIGHTS.filter((right) => held.has(right));
}

const nameOf = (table: RoleRightsTable): string =>
  [...table]
    .map(([role, rights]) => `${role}:${rights.join()}`)
    .toSorted()
    .join(';');
