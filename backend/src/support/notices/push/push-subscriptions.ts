import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setPushRequest, type PushAnswer, type SetPushRequest } from '@pax/contracts';
import { isPushAddress } from '@pax/contracts/settings';
import { ECDH } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { Actor } from '../../../platform/calls/access.js';
import { Clock } from '../../../platform/clock.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { sql } from '../../../platform/database/sql.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { ShopError } from '../../../platform/shop-error.js';
import { SETTINGS, type Settings } from '../../../settings.js';

const languageRow = setPushRequest.pick({ language: true });

/** The browsers that take notices by push: one per session, and gone with it. */
@Injectable()
export class PushSubscriptions {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Reads whether the session's browser takes notices and in which language, and the key for subscribing. */
  async read({ sessionId }: Actor): Promise<PushAnswer> {
    const { push } = this.settings;
    if (!push) return { publicKey: null, isOn: false };
    const text = 'SELECT language FROM push_subscriptions WHERE session_id = $1';
    const stored = await sql(this.database).first(languageRow, text, [sessionId]);
    return { publicKey: push.keys.publicKey, isOn: stored !== undefined, ...stored };
  }

  /**
   * Stores the subscription of the session's browser in place of an earlier one; repeating it changes nothing.
   * @throws ShopError VALIDATION for an address at no push service or a wrong key, CONFLICT for another browser's
   * address, NOT_FOUND where the shop sends no push messages
   */
  async set({ userId, sessionId }: Actor, { endpoint, keys, language }: SetPushRequest): Promise<void> {
    const { push } = this.settings;
    if (!push) throw new ShopError('NOT_FOUND', 'The shop sends no push messages.');
    if (!isPushAddress(endpoint, push.hosts))
      throw new ShopError('VALIDATION', 'endpoint: is at no push service that the shop knows');
    assertPointOfCurve(keys.p256dh);
    await this.transactions.run(async (tx) => {
      await this.sessions.requireLiveSession(tx, userId, sessionId);
      // Locked in one order, so that two browsers which swap addresses do not wait for each other.
      await sql(tx).run(
        'SELECT FROM push_subscriptions WHERE session_id = $1 OR endpoint = $2 ORDER BY id FOR UPDATE',
        [sessionId, endpoint],
      );
      // The same secret means the same browser, which has signed in again.
      await sql(tx).run(
        'DELETE FROM push_subscriptions WHERE endpoint = $2 AND session_id <> $1 AND p256dh = $3 AND auth = $4',
        [sessionId, endpoint, keys.p256dh, keys.auth],
      );
      try {
        await sql(tx).run(
          `INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth, language, created_at)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (session_id) DO UPDATE SET endpoint = $2, p256dh = $3, auth = $4, language = $5`,
          [sessionId, endpoint, keys.p256dh, keys.auth, language, this.clock.now()],
        );
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw new ShopError('CONFLICT', 'Another browser has this address.');
      }
    });
  }

  /** Ends push messages to the session's browser; repeating it changes nothing. */
  async end({ sessionId }: Actor): Promise<void> {
    await sql(this.database).run('DELETE FROM push_subscriptions WHERE session_id = $1', [sessionId]);
  }
}

/** Refuses a key with which no message could be encrypted. */
function assertPointOfCurve(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed');
  } catch {
    throw new ShopError('VALIDATION', 'keys.p256dh: is no point of P-256');
  }
}
