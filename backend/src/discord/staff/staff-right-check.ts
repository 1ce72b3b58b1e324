import { Injectable } from '@nestjs/common';
import { type AuditAction, holdsRight, type RightsHolder, type StaffRight } from '@pax/contracts';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions } from '../../platform/database/transaction.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { InheritedBlocks } from '../../people/accounts/inherited-blocks.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { SecurityLog } from '../../people/audit/security-log.js';
import { RoleSource } from '../../people/rights/role-source.js';

export interface StaffAct {
  /** Discord id of the acting person, verified by Discord. */
  discordId: string;
  /** The right that is required: `any` for any staff member, `admin` for admins only. */
  right: StaffRight | 'any' | 'admin';
  /** How fresh Discord's answer about the role must be: `recent` for reads; `act` asks Discord again. */
  freshness: 'recent' | 'act';
  /** Audit action if the check succeeds: `panel.link` when Discord only links to the panel. */
  record?: 'discord.act' | 'panel.link';
  /** Audit action of a refusal. Without its last word it names the refused action. */
  refusal: { action: AuditAction; subject: string };
  address: string;
}

/** A staff member who has been allowed to act, with all rights at that moment. */
export interface StaffMember extends RightsHolder {
  /** The staff member, as audit rows name people; a person without an account is named by the Discord id. */
  actor: string;
  userId: number | null;
}

/** Checks the rights of staff in Discord, by asking Discord each time. */
@Injectable()
export class StaffRightCheck {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly former: InheritedBlocks,
    private readonly roles: RoleSource,
    private readonly security: SecurityLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Checks that the person may act.
   * @throws ShopError FORBIDDEN, BLOCKED, UNAVAILABLE
   */
  async requireRight(act: StaffAct): Promise<StaffMember> {
    const { refusal, address } = act;
    const { member, refused } = await this.checkPerson(act);
    if (refused === undefined) {
      if (act.freshness === 'act') await this.recordAct(member.actor, act);
      return member;
    }
    await this.security.recordRefusal({ actor: member.actor, ...refusal, address });
    throw refused;
  }

  /**
   * Checks that the person may be suggested something. Records no refusal, because each keystroke asks.
   * @throws ShopError FORBIDDEN, BLOCKED, UNAVAILABLE
   */
  async requireRightToLookUp(discordId: string, right: StaffRight): Promise<StaffMember> {
    const { member, refused } = await this.checkPerson({ discordId, right, freshness: 'recent' });
    if (refused) throw refused;
    return member;
  }

  private async checkPerson({
    discordId,
    right,
    freshness,
  }: Pick<StaffAct, 'discordId' | 'right' | 'freshness'>): Promise<{
    member: StaffMember;
    refused: ShopError | undefined;
  }> {
    const holder = await this.roles.readRights(discordId, freshness);
    // Reads the account after Discord's answer, because it may have been blocked while Discord was slow.
    const user = await this.accounts.findByDiscordId(discordId);
    const actor = user ? `user:${user.id}` : `discord:${discordId}`;
    const member = { ...holder, actor, userId: user?.id ?? null };
    const isBlocked = user
      ? user.blockedAt !== null
      : await this.former.isPersonBlocked(discordId, holder.role);
    if (isBlocked) return { member, refused: new ShopError('BLOCKED', 'This account is blocked.') };
    const isAllowed = hasRequiredRight(holder, right);
    return { member, refused: isAllowed ? undefined : new ShopError('FORBIDDEN', 'You may not do this.') };
  }

  /** Records which Discord user acted, because the audit row of the action names the account only. */
  private recordAct(actor: string, { discordId, record = 'discord.act', refusal }: StaffAct): Promise<void> {
    const { action, subject } = refusal;
    const detail = { discordId, act: action.replace(/\.refused$/, '') };
    return this.transactions.run((tx) => writeAuditRow(tx, { actor, action: record, subject, detail }));
  }
}

const hasRequiredRight = (holder: RightsHolder, right: StaffAct['right']): boolean =>
  right === 'admin' ? holder.role === 'admin' : holdsRight(holder, right);
