import type { LimitRule } from '@pax/contracts';
import { Injectable } from '@nestjs/common';
import { idRow, sql } from '../../platform/database/sql.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { FormerIdentities } from '../accounts/former-identities.js';
import { lockUser, saveUser } from '../accounts/user-row.js';
import { generateReferralCode } from '../accounts/register-account.js';
import { lockReferrals } from './referral-locks.js';
import { z } from 'zod';
import type { User } from '../accounts/user.entity.js';

const HOUR_MS = 3_600_000;

/** Limit of codes that an account may try: enough for typing errors, too few to guess a code. */
export const APPLY_PER_ACCOUNT: LimitRule = { name: 'referral-apply', points: 20, windowMs: HOUR_MS };
/** Limit of new referral codes per account, because each code is stored for ever. */
export const CODES_PER_ACCOUNT: LimitRule = { name: 'referral-code', points: 30, windowMs: 24 * HOUR_MS };

/** Number of random codes to try; few suffice, because one of 36^6 codes is rarely taken. */
const TRIES = 5;

/** Replaces an account's referral code by a chosen or a random one. */
@Injectable()
export class ChangeReferralCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: RateLimiter,
    private readonly departed: FormerIdentities,
  ) {}

  /**
   * Sets the wanted code, or a random one; earlier codes of the account keep working.
   * @returns the new code
   * @throws ShopError REFERRAL_CODE_TAKEN, RATE_LIMITED
   */
  async execute(userId: number, wanted?: string): Promise<string> {
    await this.limits.take(CODES_PER_ACCOUNT, String(userId));
    try {
      return await this.transactions.run((tx) => this.changeCode(tx, userId, wanted));
    } catch (error) {
      // Another account got the same code between check and insert.
      throw isUniqueViolation(error) ? codeTakenError() : error;
    }
  }

  private async changeCode(tx: Tx, userId: number, wanted?: string): Promise<string> {
    await lockReferrals(tx);
    const user = await lockUser(tx, userId);
    const code = wanted ?? (await generateUnusedCode(tx));
    if (code === user.referralCode) return code;
    const ownerId = await findCodeOwner(tx, code);
    if (ownerId !== undefined && ownerId !== userId) throw codeTakenError();
    if (await this.departed.hadReferralCode(tx, code)) throw codeTakenError();
    await sql(tx).run('DELETE FROM former_referral_codes WHERE code = $1', [code]);
    if (user.referralCode !== null)
      await sql(tx).run('INSERT INTO former_referral_codes (code, user_id) VALUES ($1, $2)', [
        user.referralCode,
        userId,
      ]);
    user.referralCode = code;
    await saveUser(tx, user);
    return code;
  }
}

async function generateUnusedCode(tx: Tx): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const code = generateReferralCode();
    if ((await findCodeOwner(tx, code)) === undefined) return code;
  }
  throw new Error('No free referral code was found');
}

function codeTakenError(): ShopError {
  return new ShopError('REFERRAL_CODE_TAKEN', 'This code is taken. Please choose another.');
}

const codeRow = z.object({ code: z.string() });

/**
 * Deletes the former referral codes of an account.
 * @returns all codes that the account had, including the present one
 */
export async function deleteFormerCodes(tx: Tx, { id, referralCode }: User): Promise<string[]> {
  const former = await sql(tx).rows(
    codeRow,
    'DELETE FROM former_referral_codes WHERE user_id = $1 RETURNING code',
    [id],
  );
  return [...(referralCode === null ? [] : [referralCode]), ...former.map(({ code }) => code)];
}

/** Finds the account that has or had a referral code; undefined when there is none. */
export async function findCodeOwner(tx: Tx, code: string): Promise<number | undefined> {
  const rows = await sql(tx).rows(
    idRow,
    `SELECT id FROM users WHERE referral_code = $1
     UNION ALL SELECT user_id FROM former_referral_codes WHERE code = $1 LIMIT 1`,
    [code],
  );
  return rows[0]?.id;
}
