import { sql } from '../../../platform/database/sql.js';
import { randomRef, sha256 } from '../../../platform/secrets.js';
import { type Tx, Transactions } from '../../../platform/database/transaction.js';
import { writeAuditRow, countAuditRows } from '../../audit/audit.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { RateLimiter, type LimitCount } from '../../../platform/limits/rate-limiter.js';
import { ADMIN_CODES_ISSUED, ADMIN_CODE_OVER_ALL, ADMIN_CODE_PER_ADDRESS } from '../sign-in-limits.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { BlockUser } from '../../accounts/block-user.js';
import { lockUser } from '../../accounts/user-row.js';
import { RoleSource } from '../../rights/role-source.js';
import { InjectDataSource } from '@nestjs/typeorm';
import { timingSafeEqual } from 'node:crypto';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Actor } from '../../../platform/calls/access.js';
import { ShopError } from '../../../platform/shop-error.js';
import type { User } from '../../accounts/user.entity.js';
import { SecurityLog } from '../../audit/security-log.js';
import { KnownBrowsers } from '../sessions/known-browsers.js';

/** Time for which an admin code is valid, ms. */
const LIFETIME_MS = 10 * 60_000;

export interface AdminCode {
  /** The code of 128 random bits, which is shown once and stored only as a hash. */
  code: string;
  expiresAt: Date;
}

/**
 * Creates an admin code for an account and invalidates its earlier ones.
 * @param createdBy the creator, as audit rows name it
 */
export async function createAdminCode(
  tx: Tx,
  { userId, createdBy, now }: { userId: number; createdBy: string; now: Date },
): Promise<AdminCode> {
  const code = randomRef();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  // Locks the account before its codes, as every change of its sign-in methods does.
  await lockUser(tx, userId);
  await deleteUnusedCodes(tx, userId);
  await sql(tx).run(
    `INSERT INTO admin_codes (code_hash, user_id, created_by, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    [sha256(code), userId, createdBy, now, expiresAt],
  );
  await writeAuditRow(tx, { actor: createdBy, action: 'admin-code.issue', subject: `user:${userId}` });
  return { code, expiresAt };
}

/** Deletes the unused codes of an account, which a change of its sign-in methods must end. */
export async function deleteUnusedCodes(tx: Tx, userId: number): Promise<void> {
  await sql(tx).run('DELETE FROM admin_codes WHERE user_id = $1 AND used_at IS NULL', [userId]);
}

/** Creates a one-time admin code for the account of the admin or staff member who asked for it in Discord. */
@Injectable()
export class IssueAdminCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /**
   * @param userId account of the person asking, whom the caller has checked to be staff
   * @param discordId the id that was checked; no code is made once another is linked
   * @throws ShopError RATE_LIMITED, DISCORD_NOT_LINKED
   */
  async execute(userId: number, discordId: string): Promise<AdminCode> {
    await this.limits.take(ADMIN_CODES_ISSUED, String(userId));
    const now = this.clock.now();
    return this.transactions.run(async (tx) => {
      if ((await lockUser(tx, userId)).discordId !== discordId)
        throw new ShopError('DISCORD_NOT_LINKED', 'No account has this Discord id.');
      return createAdminCode(tx, { userId, createdBy: `user:${userId}`, now });
    });
  }
}

const MAX_WRONG_CODES = 5;
const WRONG_CODES_WINDOW_MS = 24 * 60 * 60_000;

/**
 * Blocks an account after five wrong admin codes within a day, unless the account is an admin's or staff's. Checks
 * the account's rights, because a session opened by password has none.
 */
@Injectable()
export class BlockCodeGuesser {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
    private readonly blockUser: BlockUser,
    private readonly clock: Clock,
  ) {}

  /** Blocks the account if it typed too many wrong codes. Call after a wrong code. */
  async execute(userId: number): Promise<void> {
    const identity = await this.accounts.readIdentity(userId);
    if (!identity || (await this.roles.readStanding(identity)) !== 'customer') return;
    const since = new Date(this.clock.now().getTime() - WRONG_CODES_WINDOW_MS);
    const actor = `user:${userId}`;
    const isBlockDue = async (tx: Tx): Promise<boolean> =>
      (await countAuditRows(tx, { actor, action: 'admin-code.refused', since })) >= MAX_WRONG_CODES;
    await this.blockUser.execute({ userId, reason: 'wrong admin codes', actor: 'shop' }, isBlockDue);
  }
}

const userIdRow = z.object({ user_id: z.number(), code_hash: z.string() });

/** Titles of the alerts for codes that were not checked, by cause. */
const NOT_CHECKED_ALERTS = {
  limited: 'Too many admin codes were tried',
  unchecked: 'An admin code could not be checked',
} as const;

export interface UseAdminCodeInput {
  code: string;
  /** The account that the browser is signed in to, if any. */
  actor: Actor | undefined;
  address: string;
  /** Value of the known-browser cookie, not verified yet. */
  browser: string | undefined;
}

/** Signs in with a one-time admin code. */
@Injectable()
export class UseAdminCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: RateLimiter,
    private readonly accounts: AccountsQueries,
    private readonly roles: RoleSource,
    private readonly browsers: KnownBrowsers,
    private readonly security: SecurityLog,
    private readonly blockCodeGuesser: BlockCodeGuesser,
    private readonly clock: Clock,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /**
   * @returns the account that the code was created for
   * @throws ShopError ADMIN_CODE_INVALID, RATE_LIMITED
   */
  async execute({ code, actor, address, browser }: UseAdminCodeInput): Promise<User> {
    const from = this.security.hashAddress(address);
    const hash = sha256(code);
    const giveBack = await this.takeCodeTry(from, hash, { actor, address, browser });
    const user = await this.redeemCode(hash, actor, address).catch(async (error: unknown) => {
      // Gives the attempt back, because the code was not checked.
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
   * Counts an attempt before the code is checked, so that concurrent attempts cannot exceed the limit. A browser
   * known to the owner is exempt from the limit over all callers.
   * @returns a function that gives the attempt back
   */
  private async takeCodeTry(
    from: string,
    hash: string,
    { actor, address, browser }: Omit<UseAdminCodeInput, 'code'>,
  ): Promise<() => Promise<void>> {
    const own: LimitCount = [ADMIN_CODE_PER_ADDRESS, from];
    try {
      return await this.limits
        .takeAttempt([own, [ADMIN_CODE_OVER_ALL, 'all']])
        .catch(async (error: unknown) => {
          if (!(await this.isOwnersBrowser(hash, browser))) throw error;
          return this.limits.takeAttempt([own]);
        });
    } catch (error) {
      if (error instanceof ShopError) await this.recordUnchecked('limited', actor, address);
      throw error;
    }
  }

  /** Records a code that was not checked and so does not count as a wrong code. */
  private async recordUnchecked(
    why: keyof typeof NOT_CHECKED_ALERTS,
    actor: Actor | undefined,
    address: string,
  ): Promise<void> {
    const [action, alert] = [`admin-code.${why}` as const, NOT_CHECKED_ALERTS[why]];
    await this.security.recordRefusal({
      actor: auditActorOf(actor),
      action,
      subject: 'admin-code',
      address,
      alert,
    });
  }

  /** Uses up the code and records the attempt in one transaction, after the account's rights were checked. */
  private async redeemCode(
    hash: string,
    actor: Actor | undefined,
    address: string,
  ): Promise<User | undefined> {
    const owner = await this.findEntitledOwner(hash);
    return this.transactions.run(async (tx) => {
      const isUsed = owner !== undefined && (await this.consumeCode(tx, hash, owner.id));
      await this.security.writeEvent(tx, {
        actor: auditActorOf(actor),
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
    return (await this.browsers.findBrowser(owner ?? null, browser)) !== undefined;
  }

  /** Finds the account that the code was created for, if the account still has the right to use it. */
  private async findEntitledOwner(hash: string): Promise<User | undefined> {
    const owner = await this.findCodeOwner(hash);
    const user = owner === undefined ? null : await this.accounts.findById(owner);
    if (!user || user.blockedAt !== null) return undefined;
    const account = { discordId: user.discordId, isOperator: user.operatorSince !== null };
    return (await this.roles.readHighestRole(account, 'now')) === 'customer' ? undefined : user;
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

function auditActorOf(actor: Actor | undefined): string {
  return actor ? `user:${actor.userId}` : 'visitor';
}
