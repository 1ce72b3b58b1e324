import { RECOVERY_CODE_COUNT } from '@pax/contracts';
import { randomBytes } from 'node:crypto';
import { sha256 } from '../../platform/secrets.js';
import { countRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

/** Crockford's base-32 alphabet, without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CHARACTERS = 16;
const GROUP = /.{4}(?=.)/g;

/** Generates a recovery code of 80 random bits, such as `k7qm-2vxt-9hbr-4wzd`. */
export function generateRecoveryCode(): string {
  const letters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join('').replaceAll(GROUP, '$&-');
}

/**
 * Converts a typed recovery code to its stored form: without separators, and with digits for letters that look
 * alike.
 */
export function normaliseRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

const hashRecoveryCode = (userId: number, typed: string): string =>
  sha256(`recovery-code:${userId}:${normaliseRecoveryCode(typed)}`);

/**
 * Replaces the recovery codes of a locked account.
 * @returns the new codes, which are shown once
 */
export async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, generateRecoveryCode);
  await sql(tx).run('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await sql(tx).run('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])', [
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
  ]);
  return codes;
}

/**
 * Uses up a recovery code.
 * @returns whether the code was valid and unused
 */
export async function useRecoveryCode(tx: Tx, userId: number, typed: string, now: Date): Promise<boolean> {
  const count = await sql(tx).affected(
    'UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hashRecoveryCode(userId, typed), now],
  );
  return count === 1;
}

/** Counts the unused recovery codes of an account. */
export async function countRecoveryCodes(tx: Tx, userId: number): Promise<number> {
  const row = await sql(tx).first(
    countRow,
    'SELECT count(*)::int AS n FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL',
    [userId],
  );
  return row?.n ?? 0;
}
