import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  DEFAULT_STAFF_RIGHTS,
  staffRight,
  findVipRisks,
  type RoleRights,
  type RoleRightsAnswer,
  type VipRisk,
} from '@pax/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { SETTINGS, type Settings } from '../../settings.js';
import type { DiscordRole } from './discord-members.js';
import { SelfGivenRoles } from './self-given-roles.js';

const grantRow = z.object({
  id: z.string(),
  rights: z.array(staffRight),
  version: z.number(),
  takenAt: z.date().nullable(),
});
type RoleGrant = z.infer<typeof grantRow>;

/** Lists the roles of the Discord server with their rights, for admins. */
@Injectable()
export class RoleList {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly serverRoles: SelfGivenRoles,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Lists the roles that can get rights, highest first, then those that have rights but no longer exist at Discord,
   * and those whose rights were taken.
   */
  async listRoles(): Promise<RoleRightsAnswer> {
    const known = await this.serverRoles.readServerRoles();
    const names = new Map(known?.map(({ id, name }) => [id, name]));
    const grants = new Map((await this.readGrants(this.database.manager)).map((grant) => [grant.id, grant]));
    const grantable = known?.filter((role) => this.serverRoles.isGivenByTeam(role)) ?? [];
    const listed = new Set(grantable.map(({ id }) => id));
    const others = [...grants.values()].filter(
      ({ id, rights, takenAt }) =>
        !listed.has(id) && (rights.length > 0 || (takenAt !== null && (!known || names.has(id)))),
    );
    return {
      isComplete: known !== undefined,
      vipRisks: this.findVipRisks(known ?? []),
      roles: [
        ...grantable.map(({ id, name }) => this.toWireRole(grants.get(id) ?? withoutRights(id), name)),
        ...others.map((grant) => this.toWireRole(grant, names.get(grant.id) ?? null)),
      ],
    };
  }

  /**
   * Reads one role and its rights. Inside a transaction the role's name is left out, because Discord would have to
   * be asked.
   */
  async readRole(id: string, tx?: EntityManager): Promise<RoleRights> {
    const name = tx
      ? null
      : ((await this.serverRoles.readServerRoles())?.find((role) => role.id === id)?.name ?? null);
    const grants = await this.readGrants(tx ?? this.database.manager);
    return this.toWireRole(grants.find((grant) => grant.id === id) ?? withoutRights(id), name);
  }

  /**
   * Checks that a role can get rights: not @everyone, not the VIP role, and not one that Discord assigns
   * or members choose.
   */
  async assertGrantable(id: string): Promise<void> {
    if (this.isVipRole(id))
      throw new ShopError('ROLE_IS_VIP', 'Customers get this role for points, so it can give no rights.');
    const known = await this.serverRoles.readServerRoles();
    if (!known)
      throw new ShopError('UNAVAILABLE', 'Discord does not answer, so no role can be given rights.');
    const role = known.find((one) => one.id === id);
    if (!role) throw new ShopError('NOT_FOUND', 'The Discord server has no such role.');
    if (!this.serverRoles.isGivenByTeam(role))
      throw new ShopError(
        'ROLE_NOT_GRANTABLE',
        'A role that people do not get from the team gives no rights.',
      );
  }

  /** Tells whether the VIP role was granted rights, which are ignored. */
  async hasVipRights(): Promise<boolean> {
    return (await this.readGrants(this.database.manager)).some(
      ({ id, rights }) => this.isVipRole(id) && rights.length > 0,
    );
  }

  private isVipRole(id: string): boolean {
    return id === this.settings.discord.vipRoleId;
  }

  private findVipRisks(roles: readonly DiscordRole[]): VipRisk[] {
    const vip = roles.find(({ id }) => this.isVipRole(id));
    return vip
      ? findVipRisks(
          vip,
          roles.find(({ id }) => id === this.settings.discord.staffRoleId),
        )
      : [];
  }

  private toWireRole({ id, rights, version, takenAt }: RoleGrant, name: string | null): RoleRights {
    const isStaffRole = id === this.settings.discord.staffRoleId;
    return {
      id,
      name,
      rights,
      version,
      isStaffRole,
      isVipRole: this.isVipRole(id),
      takenAt: takenAt?.toISOString() ?? null,
    };
  }

  private async readGrants(manager: EntityManager): Promise<RoleGrant[]> {
    const rows = await sql(manager).rows(
      grantRow,
      'SELECT role_id AS id, rights, version, taken_at AS "takenAt" FROM role_rights ORDER BY role_id',
    );
    const { staffRoleId } = this.settings.discord;
    const isSet = staffRoleId === undefined || rows.some(({ id }) => id === staffRoleId);
    return isSet ? rows : [{ ...withoutRights(staffRoleId), rights: [...DEFAULT_STAFF_RIGHTS] }, ...rows];
  }
}

const withoutRights = (id: string): RoleGrant => ({ id, rights: [], version: 0, takenAt: null });
