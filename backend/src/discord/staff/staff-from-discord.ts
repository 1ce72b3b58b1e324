import { Injectable } from '@nestjs/common';
import { type AuditAction, holdsRight, type RightsHolder, type Role, type StaffRight } from '@pax/contracts';
import { ShopError } from '../../platform/problem.js';
import { Transactions } from '../../platform/database/transaction.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { FormerAccounts } from '../../people/accounts/former-accounts.js';
import { audit } from '../../people/audit/audit.js';
import { SecurityLog } from '../../people/audit/security-log.js';
import { RoleSource } from '../../people/rights/role-source.js';

export interface StaffAct {
  /** The acting person, as Discord's interaction proves it. */
  discordId: string;
  /** `any`: any staff member; `admin`: admins only. */
  right: StaffRight | 'any' | 'admin';
  /** Reads may use a recent answer of Discord; acts request a new one. */
  freshness: 'recent' | 'act';
  /** Audit action when the check succeeds: `panel.link` where the act only links to the panel. */
  record?: 'discord.act' | 'panel.link';
  /** Audit action of a refusal; without its last word it names the act. */
  refusal: { action: AuditAction; subject: string };
  address: string;
}

/** A member of the team who may do something. */
export interface StaffMember {
  /** The actor, as audit rows name them; a person without an account of the shop acts under the Discord id. */
  actor: string;
  role: Role;
  userId: number | null;
}

/** Checks the rights of staff in Discord, read from Discord each time. */
@Injectable()
export class StaffFromDiscord {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly former: FormerAccounts,
    private readonly roles: RoleSource,
    private readonly security: SecurityLog,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ShopError FORBIDDEN, BLOCKED, UNAVAILABLE */
  async requireRight(act: StaffAct): Promise<StaffMember> {
    const { discordId, right, freshness, refusal, address } = act;
    const user = await this.accounts.byDiscordId(discordId);
    const actor = user ? `user:${user.id}` : `discord:${discordId}`;
    const holder = await this.roles.rightsOf(discordId, freshness);
    const isBlocked = user
      ? user.blockedAt !== null
      : await this.former.isPersonBlocked(discordId, holder.role);
    if (!isBlocked && hasRequiredRight(holder, right)) {
      if (freshness === 'act') await this.record(actor, act);
      return { actor, role: holder.role, userId: user?.id ?? null };
    }
    await this.security.recordRefusal({ actor, ...refusal, address });
    if (isBlocked) throw new ShopError('BLOCKED', 'This account is blocked.');
    throw new ShopError('FORBIDDEN', 'You may not do this.');
  }

  /** Records which Discord user acted, since the act's own audit row names the account only. */
  private record(actor: string, { discordId, record = 'discord.act', refusal }: StaffAct): Promise<void> {
    const { action, subject } = refusal;
    const detail = { discordId, act: action.replace(/\.refused$/, '') };
    return this.transactions.run((tx) => audit(tx, { actor, action: record, subject, detail }));
  }
}

const hasRequiredRight = (holder: RightsHolder, right: StaffAct['right']): boolean =>
  right === 'admin' ? holder.role === 'admin' : holdsRight(holder, right);
