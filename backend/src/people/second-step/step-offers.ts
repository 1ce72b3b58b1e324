import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

/** How long an offer can be answered, ms. */
export const OFFER_MS = 10 * 60_000;

const valueRow = z.object({ value: z.string() });

/** Key of an app, challenge for a new passkey, challenge for one of the account. */
export type StepOfferKind = 'totp' | 'new-passkey' | 'passkey';

/** Offers that a session has to answer: one of each kind, since a newer one replaces the older. */
@Injectable()
export class StepOffers {
  constructor(private readonly clock: Clock) {}

  async create(tx: Tx, sessionId: string, kind: StepOfferKind, value: string): Promise<void> {
    await sql(tx).run('DELETE FROM second_step_offers WHERE expires_at <= $1', [this.clock.now()]);
    await sql(tx).run(
      `INSERT INTO second_step_offers (session_id, kind, value, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (session_id, kind) DO UPDATE SET value = EXCLUDED.value, expires_at = EXCLUDED.expires_at`,
      [sessionId, kind, value, this.clock.in(OFFER_MS)],
    );
  }

  /** Reads an offer without consuming it, so that a mistyped code can be retyped. */
  async read(tx: Tx, sessionId: string, kind: StepOfferKind): Promise<string | undefined> {
    const row = await sql(tx).first(
      valueRow,
      'SELECT value FROM second_step_offers WHERE session_id = $1 AND kind = $2 AND expires_at > $3',
      [sessionId, kind, this.clock.now()],
    );
    return row?.value;
  }

  /** Consumes an offer, since a challenge is answered once. */
  async consume(tx: Tx, sessionId: string, kind: StepOfferKind): Promise<string | undefined> {
    const row = await sql(tx).first(
      valueRow,
      `DELETE FROM second_step_offers WHERE session_id = $1 AND kind = $2 AND expires_at > $3 RETURNING value`,
      [sessionId, kind, this.clock.now()],
    );
    return row?.value;
  }
}
