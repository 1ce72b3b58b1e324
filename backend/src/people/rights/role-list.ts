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
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { DiscordRest, type DiscordRole } from './discord-rest.js';

const grantRow = z.object({ id: z.string(), rights: z.array(staffRight), version: z.number() });
type RoleGrant = z.infer<typeof grantRow>;

/** Lists the roles of the Discord server with their rights, for admins. */
@Injectable()
export class RoleList {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly discord: DiscordRest,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Lists the roles that can get rights, highest first, then roles that have rights but no longer exist at Discord.
   */
  async listRoles(): Promise<RoleRightsAnswer> {
    const grants = new Map((await this.readGrants(this.database.manager)).map((grant) => [grant.id, grant]));
    const known = await this.readServerRoles();
    const grantable = known?.filter((role) => this.isGrantableRole(role)) ?? [];
    const named = new Set(grantable.map(({ id }) => id));
    const others = [...grants.values()].filter(({ id, rights }) => !named.has(id) && rights.length > 0);
    return {
      isComplete: known !== undefined,
      vipRisks: this.findVipRisks(known ?? []),
      roles: [
        ...grantable.map(({ id, name }) =>
          this.toWireRole(grants.get(id) ?? { id, rights: [], version: 0 }, name),
        ),
        ...others.map((grant) => this.toWireRole(grant, null)),
      ],
    };
  }

  /**
   * Reads one role and its rights. Inside a transaction the role's name is left out, because Discord would have to
   * be asked.
   */
  async readRole(id: string, tx?: EntityManager): Promise<RoleRights> {
    const grants = await this.readGrants(tx ?? this.database.manager);
    const name = tx ? null : ((await this.readServerRoles())?.find((role) => role.id === id)?.name ?? null);
    return this.toWireRole(grants.find((grant) => grant.id === id) ?? { id, rights: [], version: 0 }, name);
  }

  /**
   * Checks that a role can get rights: not @everyone, not the VIP role, and not one that Discord assigns itself.
   */
  async assertGrantable(id: string): Promise<void> {
    if (this.isVipRole(id))
      throw new ShopError('ROLE_IS_VIP', 'Customers get this role for points, so it can give no rights.');
    const known = await this.readServerRoles();
    if (!known)
      throw new ShopError('UNAVAILABLE', 'Discord does not answer, so no role can be given rights.');
    const role = known.find((one) => one.id === id);
    if (!role) throw new ShopError('NOT_FOUND', 'The Discord server has no such role.');
    if (!this.isGrantableRole(role))
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

  private isGrantableRole({ id, managed, tags = {} }: DiscordRole): boolean {
    return !managed && !('guild_connections' in tags) && id !== this.settings.discord.guildId;
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

  /** Reads the roles of the server from Discord; undefined while Discord does not answer. */
  private async readServerRoles(): Promise<DiscordRole[] | undefined> {
    if (!this.discord.canReadMembers) return undefined;
    return this.discord.readServerRoles().catch(() => undefined);
  }

  private toWireRole({ id, rights, version }: RoleGrant, name: string | null): RoleRights {
    const isStaffRole = id === this.settings.discord.staffRoleId;
    return { id, name, rights, version, isStaffRole, isVipRole: this.isVipRole(id) };
  }

  private async readGrants(manager: EntityManager): Promise<RoleGrant[]> {
    const rows = await sql(manager).rows(
      grantRow,
      'SELECT role_id AS id, rights, version FROM role_rights ORDER BY role_id',
    );
    const { staffRoleId } = this.settings.discord;
    const isSet = staffRoleId === undefined || rows.some(({ id }) => id === staffRoleId);
    return isSet ? rows : [{ id: staffRoleId, rights: [...DEFAULT_STAFF_RIGHTS], version: 0 }, ...rows];
  }
}
