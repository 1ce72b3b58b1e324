import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

/** Time within which a challenge has to be answered, ms. */
export const CHALLENGE_MS = 10 * 60_000;

const valueRow = z.object({ value: z.string() });

/**
 * Kinds of challenges: the key of a new authenticator app, the challenge of a new passkey, or that of an existing
 * passkey.
 */
export type StepChallengeKind = 'totp' | 'new-passkey' | 'passkey';

/**
 * Stores the challenges that a session has not answered yet. A newer challenge replaces an older one of the same
 * kind.
 */
@Injectable()
export class StepChallenges {
  constructor(private readonly clock: Clock) {}

  async createChallenge(tx: Tx, sessionId: string, kind: StepChallengeKind, value: string): Promise<void> {
    await sql(tx).run('DELETE FROM second_step_offers WHERE expires_at <= $1', [this.clock.now()]);
    await sql(tx).run(
      `INSERT INTO second_step_offers (session_id, kind, value, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (session_id, kind) DO UPDATE SET value = EXCLUDED.value, expires_at = EXCLUDED.expires_at`,
      [sessionId, kind, value, this.clock.fromNow(CHALLENGE_MS)],
    );
  }

  /** Reads a challenge without using it up, so that a mistyped code can be typed again. */
  async readChallenge(tx: Tx, sessionId: string, kind: StepChallengeKind): Promise<string | undefined> {
    const row = await sql(tx).first(
      valueRow,
      'SELECT value FROM second_step_offers WHERE session_id = $1 AND kind = $2 AND expires_at > $3',
      [sessionId, kind, this.clock.now()],
    );
    return row?.value;
  }

  /** Deletes a challenge and returns its value, because each challenge can be answered only once. */
  async consumeChallenge(tx: Tx, sessionId: string, kind: StepChallengeKind): Promise<string | undefined> {
    const row = await sql(tx).first(
      valueRow,
      `DELETE FROM second_step_offers WHERE session_id = $1 AND kind = $2 AND expires_at > $3 RETURNING value`,
      [sessionId, kind, this.clock.now()],
    );
    return row?.value;
  }
}
