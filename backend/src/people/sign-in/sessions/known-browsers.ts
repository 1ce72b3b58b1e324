import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import { Clock } from '../../../platform/clock.js';
import { isRandomRef, randomRef, sha256 } from '../../../platform/secrets.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { KNOWN_BROWSER_MS } from '../../../platform/sessions/session-cookie.js';

const knownRow = z.object({ known: z.boolean().nullable() });

/** Limit of known browsers per account; a new one replaces a young one before an established one. */
export const MAX_KNOWN_BROWSERS = 20;
/** Time after which a known browser is established, so that sign-ins of one night push out no browser of the owner. */
const ESTABLISHED_MS = 24 * 60 * 60_000;
/** A browser that has just signed in. */
export interface RememberedBrowser {
  browserToken: string;
  /** True when the owner is to be notified: the account has known browsers, and this one is new. */
  isNew: boolean;
}

/**
 * SQL that deletes the browsers beyond the limit. It keeps the present one first, then those that passed the second
 * step or were met long ago; those of before the column count as such.
 */
const DELETE_EXCESS = `DELETE FROM known_browsers WHERE user_id = $1 AND browser_hash IN (
  SELECT browser_hash FROM known_browsers WHERE user_id = $1
   ORDER BY browser_hash = $2 DESC,
            seen_at > $4 AND (has_passed_step OR first_seen_at IS NULL OR first_seen_at <= $3) DESC,
            seen_at DESC
  OFFSET $5)`;

/** Account id that no account has, for calls without an account. */
const NO_ACCOUNT_ID = 0;

/**
 * Remembers the browsers that signed in to an account. They have their own limits, so that guesses from elsewhere
 * cannot lock the owner out. A browser's token gives no right.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds the stored hash of a browser that signed in to the account before, else undefined.
   * @param userId null takes the same time as an account
   * @param browserToken value of the browser's cookie, not verified yet
   */
  async findBrowser(userId: number | null, browserToken: string | undefined): Promise<string | undefined> {
    if (browserToken === undefined || !isRandomRef(browserToken)) return undefined;
    const hash = hashBrowserToken(userId ?? NO_ACCOUNT_ID, browserToken);
    const isKnown = await sql(this.database).exists(
      'SELECT 1 FROM known_browsers WHERE user_id = $1 AND browser_hash = $2 AND seen_at > $3',
      [userId ?? NO_ACCOUNT_ID, hash, new Date(this.clock.now().getTime() - KNOWN_BROWSER_MS)],
    );
    return isKnown ? hash : undefined;
  }

  /**
   * Stores a browser that signed in; the transaction must hold the account's row.
   * @returns the browser's token, the presented or a new one, and whether to notify the owner
   */
  async rememberBrowser(tx: Tx, userId: number, presented: string | undefined): Promise<RememberedBrowser> {
    const browserToken = presented !== undefined && isRandomRef(presented) ? presented : randomRef();
    const rows = await sql(tx).rows(
      knownRow,
      `SELECT bool_or(browser_hash = $2) AS known FROM known_browsers WHERE user_id = $1`,
      [userId, hashBrowserToken(userId, browserToken)],
    );
    await sql(tx).run(
      `INSERT INTO known_browsers (user_id, browser_hash, seen_at, first_seen_at) VALUES ($1, $2, $3, $3)
       ON CONFLICT (user_id, browser_hash) DO UPDATE SET seen_at = EXCLUDED.seen_at`,
      [userId, hashBrowserToken(userId, browserToken), this.clock.now()],
    );
    const now = this.clock.now();
    await sql(tx).run(DELETE_EXCESS, [
      userId,
      hashBrowserToken(userId, browserToken),
      new Date(now.getTime() - ESTABLISHED_MS),
      new Date(now.getTime() - KNOWN_BROWSER_MS),
      MAX_KNOWN_BROWSERS,
    ]);
    return { browserToken, isNew: rows[0]?.known === false };
  }

  /** Records that a session in this browser passed the second step, so that it stays known before others. */
  async recordPassedStep(tx: Tx, userId: number, presented: string | undefined): Promise<void> {
    if (presented === undefined || !isRandomRef(presented)) return;
    await sql(tx).run(
      'UPDATE known_browsers SET has_passed_step = true WHERE user_id = $1 AND browser_hash = $2',
      [userId, hashBrowserToken(userId, presented)],
    );
  }
}

/**
 * Hashes the token together with the account's id, so that the table does not show which accounts share a browser.
 */
function hashBrowserToken(userId: number, browserToken: string): string {
  return sha256(`known-browser:${userId}:${browserToken}`);
}
