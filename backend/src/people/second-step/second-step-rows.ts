import { passkeyTransport } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

const stepRow = z.object({ totpSealed: z.string().nullable(), totpSince: z.date().nullable() });
export type SecondStepRow = z.infer<typeof stepRow>;

const passkeyRow = z.object({
  id: z.number(),
  credentialId: z.string(),
  publicKey: z.instanceof(Buffer),
  counter: z.number(),
  transports: z.array(passkeyTransport),
  name: z.string(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});
export type PasskeyRow = z.infer<typeof passkeyRow>;

/** Reads the second step of an account; undefined when the account has none. */
export function readSecondStep(tx: Tx, userId: number): Promise<SecondStepRow | undefined> {
  return sql(tx).first(
    stepRow,
    'SELECT totp_sealed AS "totpSealed", totp_since AS "totpSince" FROM second_steps WHERE user_id = $1',
    [userId],
  );
}

/** Reads the passkeys of an account, the oldest first. */
export function readPasskeys(tx: Tx, userId: number): Promise<PasskeyRow[]> {
  return sql(tx).rows(
    passkeyRow,
    `SELECT id, credential_id AS "credentialId", public_key AS "publicKey", counter, transports, name,
            created_at AS "createdAt", last_used_at AS "lastUsedAt"
       FROM passkeys WHERE user_id = $1 ORDER BY id`,
    [userId],
  );
}

/**
 * Creates the account's second step if there is none.
 * @returns true if it was created
 */
export async function ensureSecondStep(tx: Tx, userId: number, now: Date): Promise<boolean> {
  return sql(tx).exists(
    `INSERT INTO second_steps (user_id, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING user_id`,
    [userId, now],
  );
}

/**
 * Deletes the account's second step when no method is left.
 * @returns whether it was deleted
 */
export async function deleteStepWithoutMethods(tx: Tx, userId: number): Promise<boolean> {
  const count = await sql(tx).affected(
    `DELETE FROM second_steps x WHERE x.user_id = $1 AND x.totp_sealed IS NULL
        AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = x.user_id)`,
    [userId],
  );
  return count === 1;
}
