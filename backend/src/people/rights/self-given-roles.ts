import { Inject, Injectable } from '@nestjs/common';
import type { StaffRight } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { writeAuditRow } from '../audit/audit.js';
import { DiscordMembers, type DiscordRole } from './discord-members.js';
import { RIGHTS_CHANNEL, RoleRights } from './role-rights.js';

/** Time between two checks of the roles that have rights, ms. */
const CHECK_MS = 60_000;
/** Discord's flag of a role that members choose themselves when they join. */
const CHOSEN_AT_JOINING = 1;

const versionRow = z.object({ version: z.number() });

/**
 * Takes the rights of roles that people no longer get from the team, because anybody could get them. The rights stay
 * away until an admin sets them anew.
 */
@Injectable()
export class SelfGivenRoles {
  constructor(
    private readonly transactions: Transactions,
    private readonly discord: DiscordMembers,
    private readonly roleRights: RoleRights,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Reads the roles of the server and takes the rights of those that Discord gives itself; undefined while Discord
   * does not answer.
   */
  async readServerRoles(): Promise<DiscordRole[] | undefined> {
    if (!this.discord.canReadMembers) return undefined;
    const roles = await this.discord.readServerRoles().catch(() => undefined);
    if (roles) await this.takeRights(roles.filter((role) => !this.isGivenByTeam(role)).map(({ id }) => id));
    return roles;
  }

  /** Tells whether only the team gives a role: not @everyone, nor one that Discord assigns or members choose. */
  isGivenByTeam({ id, managed, flags = 0, tags = {} }: DiscordRole): boolean {
    const isChosen = (flags & CHOSEN_AT_JOINING) !== 0;
    return !managed && !isChosen && !('guild_connections' in tags) && id !== this.settings.discord.guildId;
  }

  @Periodic({ name: 'self-given-roles', every: CHECK_MS, role: 'worker' })
  async checkRoles(): Promise<void> {
    if ((await this.roleRights.readCurrentTable()).size > 0) await this.readServerRoles();
  }

  private async takeRights(roleIds: readonly string[]): Promise<void> {
    const table = await this.roleRights.readCurrentTable();
    if (!roleIds.some((id) => table.has(id))) return;
    await this.transactions.run(async (tx) => {
      // Locks and reads as `SetRoleRights` does, so that each version stands for one state.
      await sql(tx).run('LOCK TABLE role_rights IN SHARE ROW EXCLUSIVE MODE');
      const current = await this.roleRights.readCurrentTable(tx);
      for (const id of roleIds) {
        const rights = current.get(id);
        if (rights) await this.takeRightsOfRole(tx, id, rights);
      }
    });
    await this.roleRights.readCurrentTable();
  }

  private async takeRightsOfRole(tx: Tx, roleId: string, rights: readonly StaffRight[]): Promise<void> {
    const rows = await sql(tx).rows(
      versionRow,
      `INSERT INTO role_rights (role_id, rights, updated_at, taken_at) VALUES ($1, '{}', $2, $2)
       ON CONFLICT (role_id) DO UPDATE SET rights = '{}', version = role_rights.version + 1,
         updated_by = NULL, updated_at = $2, taken_at = $2
       RETURNING version`,
      [roleId, this.clock.now()],
    );
    await sql(tx).run('SELECT pg_notify($1, $2)', [RIGHTS_CHANNEL, roleId]);
    const version = rows[0]?.version ?? 1;
    appendEvent(tx, { type: 'rights.set', aggregate: 'rights', aggregateId: roleId, version });
    const before = rights.join(' ');
    const subject = `role:${roleId}`;
    await writeAuditRow(tx, { actor: 'shop', action: 'rights.take', subject, detail: { before, after: '' } });
    raiseAlert(tx, {
      kind: 'security',
      title: 'A Discord role lost its rights, because Discord now gives it itself',
      detail: `rights.take · ${subject} · ${before} → none`,
    });
  }
}
