import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import { Clock } from '../../../platform/clock.js';
import { randomRef, sha256 } from '../../../platform/secrets.js';

/** Time that a person may take at Discord for a sign-in, ms. */
export const STATE_LIFETIME_MS = 10 * 60_000;

/**
 * Purposes of an OAuth state: to sign in, to prove the linked account again, to link an account, or to add the
 * person to the server.
 */
export const OAUTH_PURPOSES = ['sign-in', 'prove', 'link', 'join'] as const;
export type OauthPurpose = (typeof OAUTH_PURPOSES)[number];

export interface SignInStart {
  /** Value of the cookie of the browser that started the sign-in. */
  browser: string;
  codeVerifier: string;
  purpose: OauthPurpose;
  /** The account that was signed in at the start; null for `sign-in`. */
  userId: number | null;
  nextPath: string;
  /** Hash of the password hash that was confirmed for a link; null for other purposes. */
  proofHash: string | null;
}

const stateRow = z.object({
  browser_hash: z.string(),
  code_verifier: z.string(),
  purpose: z.enum(OAUTH_PURPOSES),
  user_id: z.number().nullable(),
  next_path: z.string(),
  proof_hash: z.string().nullable(),
  expires_at: z.date(),
});

/** Stores OAuth states as hashes; each is bound to one browser and used once. */
@Injectable()
export class OauthStates {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the start of a sign-in.
   * @returns the state to send to Discord
   */
  async createState({
    browser,
    codeVerifier,
    purpose,
    userId,
    nextPath,
    proofHash,
  }: SignInStart): Promise<string> {
    const state = randomRef();
    await sql(this.database).run('DELETE FROM oauth_states WHERE expires_at <= $1', [this.clock.now()]);
    await sql(this.database).run(
      `INSERT INTO oauth_states (state_hash, browser_hash, code_verifier, purpose, user_id, next_path, expires_at, proof_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        sha256(state),
        sha256(browser),
        codeVerifier,
        purpose,
        userId,
        nextPath,
        this.clock.fromNow(STATE_LIFETIME_MS),
        proofHash,
      ],
    );
    return state;
  }

  /**
   * Uses up an OAuth state.
   * @returns undefined when the state is unknown, used, expired, or of another browser
   */
  async consumeState(
    state: string,
    browser: string | undefined,
  ): Promise<Omit<SignInStart, 'browser'> | undefined> {
    const rows = await sql(this.database).rows(
      stateRow,
      `DELETE FROM oauth_states WHERE state_hash = $1
       RETURNING browser_hash, code_verifier, purpose, user_id, next_path, expires_at, proof_hash`,
      [sha256(state)],
    );
    const row = rows[0];
    if (!row || browser === undefined || row.browser_hash !== sha256(browser)) return undefined;
    if (row.expires_at <= this.clock.now()) return undefined;
    return {
      codeVerifier: row.code_verifier,
      purpose: row.purpose,
      userId: row.user_id,
      nextPath: row.next_path,
      proofHash: row.proof_hash,
    };
  }
}
