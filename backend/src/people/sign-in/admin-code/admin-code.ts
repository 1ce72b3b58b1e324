import { sql } from '../../../platform/database/sql.js';
import { randomRef, sha256 } from '../../../platform/secrets.js';
import { type Tx, Transactions } from '../../../platform/database/transaction.js';
import { audit, countAuditRows } from '../../audit/audit.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Limits, type Count } from '../../../platform/limits/limits.js';
import { ADMIN_CODES_ISSUED, ADMIN_CODE_OVER_ALL, ADMIN_CODE_PER_ADDRESS } from '../sign-in-limits.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { BlockUser } from '../../accounts/block-user.js';
import { RoleSource } from '../../rights/role-source.js';
import { InjectDataSource } from '@nestjs/typeorm';
import { timingSafeEqual } from 'node:crypto';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Actor } from '../../../platform/calls/access.js';
import { ShopError } from '../../../platform/problem.js';
import type { User } from '../../accounts/user.entity.js';
import { SecurityLog } from '../../audit/security-log.js';
import { KnownBrowsers } from '../sessions/known-browsers.js';

/** How long a code lives, ms. */
const LIFETIME_MS = 10 * 60_000;

export interface AdminCode {
  /** 128 random bits; shown once and stored only as a hash. */
  code: string;
  expiresAt: Date;
}

/** Creates the only valid code of an account; earlier unused ones end. `createdBy` as audit rows name it. */
export async function createAdminCode(
  tx: Tx,
  { userId, createdBy, now }: { userId: number; createdBy: string; now: Date },
): Promise<AdminCode> {
  const code = randomRef();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await sql(tx).run('DELETE FROM admin_codes WHERE user_id = $1 AND used_at IS NULL', [userId]);
  await sql(tx).run(
    `INSERT INTO admin_codes (code_hash, user_id, created_by, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    [sha256(code), userId, createdBy, now, expiresAt],
  );
  await audit(tx, { actor: createdBy, action: 'admin-code.issue', subject: `user:${userId}` });
  return { code, expiresAt };
}

/** Creates a one-time code for the own account of an admin or staff member, requested in Discord. */
@Injectable()
export class IssueAdminCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * @param userId the account of who asks; the caller has checked that it is one of the team's
   * @throws ShopError RATE_LIMITED
   */
  async execute(userId: number): Promise<AdminCode> {
    await this.limits.take(ADMIN_CODES_ISSUED, String(userId));
    const now = this.clock.now();
    return this.transactions.run((tx) => createAdminCode(tx, { userId, createdBy: `user:${userId}`, now }));
  }
}

const MAX_WRONG_CODES = 5;
const WRONG_CODES_WINDOW_MS = 24 * 60 * 60_000;

/**
 * Blocks an account after five wrong admin codes within a day, unless it is an admin's or staff's. Decides by
 * the account's rights, because a session opened by password carries none of them.
 */
@Injectable()
export class BlockCodeGuesser {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
    private readonly blockUser: BlockUser,
    private readonly clock: Clock,
  ) {}

  /** Checks an account after a wrong code. */
  async execute(userId: number): Promise<void> {
    const identity = await this.accounts.identity(userId);
    if (!identity || (await this.roles.standingOf(identity)) !== 'customer') return;
    const since = new Date(this.clock.now().getTime() - WRONG_CODES_WINDOW_MS);
    const actor = `user:${userId}`;
    const isDue = async (tx: Tx): Promise<boolean> =>
      (await countAuditRows(tx, { actor, action: 'admin-code.refused', since })) >= MAX_WRONG_CODES;
    await this.blockUser.execute({ userId, reason: 'wrong admin codes', actor: 'shop' }, isDue);
  }
}

const userIdRow = z.object({ user_id: z.number(), code_hash: z.string() });

/** Alerts for codes that were not checked, by cause. */
const NOT_CHECKED_ALERTS = {
  limited: 'Too many admin codes were tried',
  unchecked: 'An admin code could not be checked',
} as const;

export interface UseAdminCodeInput {
  code: string;
  /** The account that the browser is signed in to, if any. */
  actor: Actor | undefined;
  address: string;
  /** The known-browser cookie, unchecked. */
  browser: string | undefined;
}

/** Signs in with a one-time admin code. */
@Injectable()
export class UseAdminCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: Limits,
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
    private readonly browsers: KnownBrowsers,
    private readonly security: SecurityLog,
    private readonly blockCodeGuesser: BlockCodeGuesser,
    private readonly clock: Clock,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /** @returns the account the code was made for. @throws ShopError ADMIN_CODE_INVALID, RATE_LIMITED */
  async execute({ code, actor, address, browser }: UseAdminCodeInput): Promise<User> {
    const from = this.security.hash(address);
    const hash = sha256(code);
    const giveBack = await this.takeTry(from, hash, { actor, address, browser });
    const user = await this.redeem(hash, actor, address).catch(async (error: unknown) => {
      // The code was not checked, so the try does not count.
      await giveBack();
      if (error instanceof ShopError) await this.recordUnchecked('unchecked', actor, address);
      throw error;
    });
    if (user) {
      await giveBack();
      return user;
    }
    if (actor) await this.blockCodeGuesser.execute(actor.userId);
    throw new ShopError('ADMIN_CODE_INVALID', 'This code is wrong, used or expired.');
  }

  /**
   * Counts before the code is checked, so that concurrent tries cannot exceed the limit; a browser of the owner passes
   * the limit over all. @returns a function that gives the try back
   */
  private async takeTry(
    from: string,
    hash: string,
    { actor, address, browser }: Omit<UseAdminCodeInput, 'code'>,
  ): Promise<() => Promise<void>> {
    const own: Count = [ADMIN_CODE_PER_ADDRESS, from];
    try {
      return await this.limits.takeTry([own, [ADMIN_CODE_OVER_ALL, 'all']]).catch(async (error: unknown) => {
        if (!(await this.isOwnersBrowser(hash, browser))) throw error;
        return this.limits.takeTry([own]);
      });
    } catch (error) {
      if (error instanceof ShopError) await this.recordUnchecked('limited', actor, address);
      throw error;
    }
  }

  /** Records a code that was not checked; it counts as no wrong code. */
  private async recordUnchecked(
    why: keyof typeof NOT_CHECKED_ALERTS,
    actor: Actor | undefined,
    address: string,
  ): Promise<void> {
    const [action, alert] = [`admin-code.${why}` as const, NOT_CHECKED_ALERTS[why]];
    await this.security.recordRefusal({
      actor: auditActor(actor),
      action,
      subject: 'admin-code',
      address,
      alert,
    });
  }

  /** Consumes the code and records the try in one transaction; rights are checked before it. */
  private async redeem(hash: string, actor: Actor | undefined, address: string): Promise<User | undefined> {
    const owner = await this.findEntitledOwner(hash);
    return this.transactions.run(async (tx) => {
      const isUsed = owner !== undefined && (await this.consumeCode(tx, hash, owner.id));
      await this.security.write(tx, {
        actor: auditActor(actor),
        action: isUsed ? 'admin-code.use' : 'admin-code.refused',
        subject: isUsed ? `user:${owner.id}` : 'admin-code',
        address,
        alert: isUsed ? 'An admin code was used' : 'A wrong admin code was tried',
      });
      return isUsed ? owner : undefined;
    });
  }

  private async isOwnersBrowser(hash: string, browser: string | undefined): Promise<boolean> {
    const owner = await this.findCodeOwner(hash);
    return (await this.browsers.find(owner ?? null, browser)) !== undefined;
  }

  /** The account of this code, if it still has the right. */
  private async findEntitledOwner(hash: string): Promise<User | undefined> {
    const owner = await this.findCodeOwner(hash);
    const user = owner === undefined ? null : await this.accounts.byId(owner);
    if (!user || user.blockedAt !== null) return undefined;
    const account = { discordId: user.discordId, isOperator: user.operatorSince !== null };
    return (await this.roles.highestRoleOf(account, 'now')) === 'customer' ? undefined : user;
  }

  private async findCodeOwner(hash: string): Promise<number | undefined> {
    const row = await sql(this.database).first(
      userIdRow,
      'SELECT user_id, code_hash FROM admin_codes WHERE code_hash = $1',
      [hash],
    );
    return row && timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hash)) ? row.user_id : undefined;
  }

  private async consumeCode(tx: Tx, hash: string, userId: number): Promise<boolean> {
    const count = await sql(tx).affected(
      `UPDATE admin_codes SET used_at = $3
        WHERE code_hash = $1 AND user_id = $2 AND used_at IS NULL AND expires_at > $3 RETURNING user_id`,
      [hash, userId, this.clock.now()],
    );
    return count === 1;
  }
}

function auditActor(actor: Actor | undefined): string {
  return actor ? `user:${actor.userId}` : 'visitor';
}
