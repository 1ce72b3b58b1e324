import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../../common/clock.js';
import { randomRef, sha256 } from '../../../common/random.js';
import type { Tx } from '../../../infra/database/transaction.js';
import { KNOWN_BROWSER_MS } from '../../../infra/sessions/known-browser-cookie.js';

const MARK = /^[A-Za-z0-9_-]{22}$/;
/** So many browsers of an account are known; with one more the one seen longest ago is forgotten. */
export const MOST_KNOWN_BROWSERS = 20;
/** A browser that has just signed in. */
export interface RememberedBrowser {
  mark: string;
  /** The owner should be told: others signed in before, this one never. */
  isNew: boolean;
}

/** No account has this id. */
const NOBODY = 0;

/**
 * Which browsers signed in to an account before. Guessers can use up what an account may be tried from everywhere;
 * they can't use up the tries of a browser its owner has (OWN-344, OWN-345). A mark is no right and no session.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * The name of this browser under an account, or undefined when it did not sign in there before.
   * @param userId null costs the same time
   * @param mark the browser's cookie, unchecked
   */
  async find(userId: number | null, mark: string | undefined): Promise<string | undefined> {
    if (mark === undefined || !MARK.test(mark)) return undefined;
    const hash = hashOf(userId ?? NOBODY, mark);
    const rows: unknown[] = await this.database.query(
      'SELECT 1 FROM known_browsers WHERE user_id = $1 AND browser_hash = $2 AND seen_at > $3',
      [userId ?? NOBODY, hash, new Date(this.clock.now().getTime() - KNOWN_BROWSER_MS)],
    );
    return rows.length === 0 ? undefined : hash;
  }

  /**
   * Remembers a browser that signed in, within the transaction of the sign-in, which holds the account's row.
   * @returns its mark, the one it had or a new one, and whether it is new beside others that are known
   */
  async remember(tx: Tx, userId: number, had: string | undefined): Promise<RememberedBrowser> {
    const mark = had !== undefined && MARK.test(had) ? had : randomRef();
    const rows: { known: boolean | null }[] = await tx.query(
      `SELECT bool_or(browser_hash = $2) AS known FROM known_browsers WHERE user_id = $1`,
      [userId, hashOf(userId, mark)],
    );
    await tx.query(
      `INSERT INTO known_browsers (user_id, browser_hash, seen_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, browser_hash) DO UPDATE SET seen_at = EXCLUDED.seen_at`,
      [userId, hashOf(userId, mark), this.clock.now()],
    );
    await tx.query(
      `DELETE FROM known_browsers WHERE user_id = $1 AND browser_hash IN (
         SELECT browser_hash FROM known_browsers WHERE user_id = $1 ORDER BY seen_at DESC OFFSET $2)`,
      [userId, MOST_KNOWN_BROWSERS],
    );
    return { mark, isNew: rows[0]?.known === false };
  }
}

/** Differs from account to account, so that the table does not say which accounts share a browser. */
function hashOf(userId: number, mark: string): string {
  return sha256(`known-browser:${userId}:${mark}`);
}
