import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { sealText, unsealText } from '../../platform/secrets.js';
import { addressHash, stripPort } from '../../platform/limits/address-keys.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** Longest User-Agent header that is stored, characters. */
const MAX_USER_AGENT = 300;
/** Number of rows whose evidence one statement erases. */
const BATCH = 500;

/** The address and browser from which a purchase was placed. */
export interface PurchaseOrigin {
  address: string;
  userAgent: string | null;
}

const evidenceRow = z.object({
  addressSealed: z.string().nullable(),
  userAgent: z.string().nullable(),
  recordedAt: z.date(),
  emptiedAt: z.date().nullable(),
});
/** The stored origin of a purchase, address and browser; either may be missing. */
export interface StoredOrigin {
  address: string | null;
  userAgent: string | null;
  recordedAt: Date;
  emptiedAt: Date | null;
}

/** Stores where purchases were placed from. Only the dispute packet reads these origins. */
@Injectable()
export class PurchaseOrigins {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Stores the origin of a new checkout. Without TOKEN_KEY the address is not stored. */
  async recordOrigin(
    tx: Tx,
    { id, createdAt }: { id: number; createdAt: Date },
    origin: PurchaseOrigin,
  ): Promise<void> {
    const { tokenKey } = this.settings;
    const { address, userAgent } = origin;
    await sql(tx).run(
      `INSERT INTO purchase_evidence (checkout_id, address_sealed, address_hash, user_agent, recorded_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [
        id,
        tokenKey === undefined ? null : sealText(tokenKey, sealContextOf(id), stripPort(address)),
        tokenKey === undefined ? null : addressHash(tokenKey, address),
        userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        createdAt,
      ],
    );
  }

  /** Reads the stored origin of a checkout. */
  async readOrigin(manager: EntityManager, checkoutId: number): Promise<StoredOrigin | undefined> {
    const row = await sql(manager).first(
      evidenceRow,
      `SELECT address_sealed AS "addressSealed", user_agent AS "userAgent", recorded_at AS "recordedAt",
              emptied_at AS "emptiedAt" FROM purchase_evidence WHERE checkout_id = $1`,
      [checkoutId],
    );
    if (!row) return undefined;
    const { addressSealed, ...rest } = row;
    const { tokenKey } = this.settings;
    const isReadable = addressSealed !== null && tokenKey !== undefined;
    const address = isReadable ? unsealText(tokenKey, sealContextOf(checkoutId), addressSealed) : undefined;
    return { ...rest, address: address ?? null };
  }

  /**
   * Erases a batch of origins that were stored before a time.
   * @returns the ids of their checkouts
   */
  async eraseOriginsBefore(tx: Tx, before: Date, now: Date): Promise<number[]> {
    const rows = await sql(tx).rows(
      idRow,
      `UPDATE purchase_evidence SET address_sealed = NULL, address_hash = NULL, user_agent = NULL, emptied_at = $2
        WHERE checkout_id IN (SELECT checkout_id FROM purchase_evidence
                               WHERE emptied_at IS NULL AND recorded_at < $1
                               ORDER BY recorded_at LIMIT $3 FOR UPDATE SKIP LOCKED)
        RETURNING checkout_id AS id`,
      [before, now, BATCH],
    );
    return rows.map(({ id }) => id);
  }
}

const sealContextOf = (checkoutId: number): string => `checkout:${checkoutId}`;
