import { type ExportList, EXPORT_LISTS, type LimitRule } from '@pax/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Actor } from '../../../platform/calls/access.js';
import { Clock } from '../../../platform/clock.js';
import { randomRef } from '../../../platform/secrets.js';
import { sql } from '../../../platform/database/sql.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { lockUser } from '../../../people/accounts/user-row.js';
import { notifyOwner } from '../../../people/accounts/security-notices.js';
import { SecurityLog } from '../../../people/audit/security-log.js';
import type { CallOrigin } from '../../../platform/http/request-context.js';
import { freshSignInRequiredError } from '../../../people/sign-in/password/owner-proof.js';

/**
 * SQL statements of the data export by list: $1 is the account's id, column names appear in the file, money
 * is in cents.
 */
type ExportStatements = Readonly<Record<'account' | ExportList, string>>;

/** SQL of the account's own row in the data export. */
const ACCOUNT = `
  SELECT u.id, u.username, u.discord_id AS "discordId", u.discord_username AS "discordName",
         u.discord_linked_at AS "discordLinkedAt", u.claimed_discord_id AS "typedDiscordId",
         u.minecraft_name AS "gameName", u.named_in_purchases AS "namedInPurchases", u.password_hash IS NOT NULL AS "hasPassword", u.tier, u.tier_floor AS "lowestTier",
         u.total_spent_cents AS "totalSpentCents", u.referral_code AS "referralCode",
         u.referred_by_user_id IS NOT NULL AS "hasAppliedAFriendsCode",
         u.applied_referral_code AS "appliedReferralCode", u.vip_at AS "vipAt",
         u.early_access_until AS "earlyAccessUntil", u.blocked_at AS "blockedAt", u.second_step_owed AS "owesSecondStep",
         u.purchases_suspended AS "purchasesSuspended", u.created_at AS "createdAt",
         a.email AS "receiptEmail", a.language AS "receiptLanguage", p.language AS "discordLanguage",
         p.client_language AS "discordClientLanguage",
         p.messages AS "discordMessages", g.created_at AS "vipRolePromisedAt",
         CASE WHEN u.vip_at IS NOT NULL AND NOT g.is_frozen THEN g.done_at END AS "vipRoleGivenAt",
         s.totp_since AS "authenticatorAppSince",
         (SELECT count(*) FROM recovery_codes r WHERE r.user_id = u.id AND r.used_at IS NULL) AS "recoveryCodesLeft",
         (SELECT coalesce(sum(o.opens), 0)::int FROM referral_opens o WHERE o.user_id = u.id) AS "referralLinkOpens",
         d.asked_at AS "deletionAskedAt", d.due_at AS "deletionDueAt"
    FROM users u LEFT JOIN receipt_addresses a ON a.user_id = u.id
    LEFT JOIN discord_people p ON p.discord_id = u.discord_id
    LEFT JOIN role_grants g ON g.user_id = u.id
    LEFT JOIN second_steps s ON s.user_id = u.id
    LEFT JOIN account_deletions d ON d.user_id = u.id
   WHERE u.id = $1`;

const SECURITY = {
  sessions: `SELECT opened_by AS "openedBy", user_agent AS "userAgent", created_at AS "createdAt",
      last_seen_at AS "lastSeenAt", expires_at AS "expiresAt" FROM sessions WHERE user_id = $1 ORDER BY created_at, id_hash`,
  knownBrowsers: `SELECT seen_at AS "seenAt" FROM known_browsers WHERE user_id = $1 ORDER BY seen_at, browser_hash`,
  passkeys: `SELECT name, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM passkeys WHERE user_id = $1 ORDER BY id`,
  securityNotices: `SELECT kind, user_agent AS "userAgent", created_at AS "createdAt"
      FROM security_notices WHERE user_id = $1 ORDER BY id`,
  // Acts of staff are exported without the staff member's name.
  securityEvents: `SELECT action, created_at AS "createdAt", actor = 'user:' || $1::int AS "byYou",
      CASE WHEN actor = subject THEN detail END AS detail
      FROM audit_log WHERE actor = 'user:' || $1::int OR subject = 'user:' || $1::int ORDER BY id`,
} as const;

const MONEY = {
  formerReferralCodes: `SELECT code, created_at AS "replacedAt" FROM former_referral_codes WHERE user_id = $1 ORDER BY code`,
  // Exports only the commission of a friend's purchase, because the purchase is the friend's data.
  referralEarnings: `SELECT o.commission_cents AS "commissionCents", o.created_at AS "createdAt", j.created_at AS "availableAt"
      FROM orders o LEFT JOIN ledger_journal j ON j.idempotency_key = 'commission:' || o.id
     WHERE o.commission_user_id = $1 AND o.commission_cents > 0 ORDER BY o.id`,
  purchases: `SELECT c.ref AS reference, c.state, c.method, c.total_cents AS "totalCents", c.credit_cents AS "creditCents",
      c.bonus_cents AS "bonusCents", c.currency, c.points, c.refunded_cents AS "refundedCents", c.game_name AS "gameName",
      c.discord_name AS "discordName", c.consent_version AS "consentVersion", c.consent_at AS "consentAt", c.quote,
      c.created_at AS "createdAt", c.paid_at AS "paidAt", c.ended_at AS "endedAt",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('provider', p.provider, 'reference', p.provider_ref,
                'amountCents', p.amount_cents, 'at', p.created_at) ORDER BY p.id), '[]')
         FROM payments p WHERE p.checkout_id = c.id) AS payments,
      e.recorded_at AS "originKeptForDisputesSince", e.emptied_at AS "originEmptiedAt"
      FROM checkouts c LEFT JOIN purchase_evidence e ON e.checkout_id = c.id WHERE c.user_id = $1 ORDER BY c.id`,
  orders: `SELECT o.id, c.ref AS purchase, o.kind, o.product_name AS "productName", o.category, o.quantity, o.coins,
      o.discord_username AS "discordName", o.minecraft_name AS "gameName", o.total_cents AS "totalCents",
      o.cash_cents AS "cashCents", o.credit_cents AS "creditCents", o.bonus_cents AS "bonusCents", o.points,
      o.refunded_cents AS "refundedCents", o.lost_cents AS "lostCents", o.referral_discount_cents AS "referralDiscountCents", o.status,
      o.payment_status AS "paymentStatus", o.created_at AS "createdAt", o.completed_at AS "completedAt",
      o.archived_at AS "archivedAt", o.cancelled_at AS "cancelledAt", o.received_at AS "receivedAt", o.withdrawn,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('from', h.from_status, 'to', h.to_status, 'at', h.created_at)
                ORDER BY h.version), '[]') FROM order_history h WHERE h.order_id = o.id) AS history
      FROM orders o LEFT JOIN checkouts c ON c.id = o.checkout_id WHERE o.user_id = $1 ORDER BY o.id`,
  refunds: `SELECT c.ref AS purchase, r.order_id AS "order", r.amount_cents AS "amountCents", r.state,
      r.created_at AS "createdAt", r.done_at AS "doneAt"
      FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN checkouts c ON c.id = p.checkout_id
     WHERE c.user_id = $1 ORDER BY r.id`,
  disputes: `SELECT c.ref AS purchase, d.amount_cents AS "amountCents", d.state, d.created_at AS "openedAt", d.closed_at AS "closedAt"
      FROM disputes d JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id
     WHERE c.user_id = $1 ORDER BY d.id`,
  ledger: `SELECT l.account, l.delta, j.reason, j.created_at AS "createdAt"
      FROM ledger_lines l JOIN ledger_journal j USING (idempotency_key)
     WHERE l.account IN ('credit:' || $1::int, 'credit-held:' || $1::int, 'bonus:' || $1::int, 'bonus-held:' || $1::int,
                         'points:' || $1::int) ORDER BY l.id`,
  rewards: `SELECT key, code, points_cost AS "pointsCost", redeemed_at AS "redeemedAt", expires_at AS "expiresAt"
      FROM rewards WHERE user_id = $1 ORDER BY id`,
  joinRewards: `SELECT order_id AS "order", discord_id AS "discordId", game_name_key AS "gameName", created_at AS "createdAt",
      freed_at AS "freedAt" FROM join_claims WHERE user_id = $1 ORDER BY order_id`,
} as const;

const MESSAGES = {
  reviews: `SELECT r.order_id AS "order", r.rating, r.text, r.created_at AS "createdAt", r.hidden_at AS "hiddenAt",
      r.hidden_reason AS "hiddenReason" FROM reviews r JOIN orders o ON o.id = r.order_id WHERE o.user_id = $1 ORDER BY r.id`,
  wishlist: `SELECT p.name AS product, w.added_at AS "addedAt" FROM wishlist w JOIN products p ON p.id = w.product_id
      WHERE w.user_id = $1 ORDER BY w.added_at, w.product_id`,
  tickets: `SELECT t.id, t.name, t.email, t.subject, t.message, t.priority, t.status, t.response, t.rating, t.language, t.created_at AS "createdAt",
      t.ended_at AS "endedAt",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('file', p.hash || '.webp', 'uploadedAt', p.uploaded_at) ORDER BY p.place), '[]')
         FROM ticket_pictures p WHERE p.ticket_id = t.id) AS pictures,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('text', m.text, 'writtenAt', m.created_at) ORDER BY m.id), '[]')
         FROM ticket_messages m WHERE m.ticket_id = t.id AND m.side = 'sender') AS messages
      FROM tickets t WHERE t.user_id = $1 ORDER BY t.id`,
  notices: `SELECT content, created_at AS "createdAt", read_at AS "readAt" FROM notices WHERE user_id = $1 ORDER BY id`,
  noticeSwitches: `SELECT kind, way FROM notice_switches WHERE user_id = $1 ORDER BY kind, way`,
  pushSubscriptions: `SELECT p.endpoint, p.language, p.created_at AS "createdAt"
      FROM push_subscriptions p JOIN sessions s ON s.id_hash = p.session_id WHERE s.user_id = $1 ORDER BY p.id`,
  directMessages: `SELECT discord_id AS "discordId", content, state, occurred_at AS "occurredAt"
      FROM direct_messages WHERE user_id = $1 ORDER BY id`,
  mails: `SELECT m.kind, m.about, m.state, m.created_at AS "createdAt", m.ended_at AS "endedAt" FROM mails m
     WHERE m.about IN (SELECT ref FROM checkouts WHERE user_id = $1 UNION SELECT id::text FROM tickets WHERE user_id = $1
           UNION SELECT 'n' || id FROM notices WHERE user_id = $1
           UNION SELECT 'm' || w.id FROM ticket_messages w JOIN tickets t ON t.id = w.ticket_id WHERE t.user_id = $1)
     ORDER BY m.id`,
} as const;

/** SQL statements of all parts of the data export; none selects what other people did or wrote. */
export const EXPORT_STATEMENTS: ExportStatements = { account: ACCOUNT, ...SECURITY, ...MONEY, ...MESSAGES };

const DAILY: LimitRule = { name: 'export-own-data', points: 1, windowMs: 86_400_000 };
/** Limit of data exports that an account may start, because each one reads all its rows. */
const TRIES: LimitRule = { name: 'export-own-data-tries', points: 10, windowMs: 86_400_000 };
/** Rows per database read of a data export, which bounds its memory. */
const PAGE_ROWS = 500;

const row = z.object({ row: z.record(z.string(), z.unknown()) });

/** Exports everything that the shop stores about an account as one JSON file, part by part. */
@Injectable()
export class ExportOwnData {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly limits: RateLimiter,
    private readonly security: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the export file. A download that is aborted does not use up the account's export of the day.
   * @returns the file's stream
   * @throws ShopError FRESH_SIGN_IN_REQUIRED, SECOND_STEP_REQUIRED, RATE_LIMITED after one export a day
   */
  async execute({ userId, sessionId }: Actor, { address, userAgent }: CallOrigin): Promise<Readable> {
    await this.transactions.run(async (tx) => {
      await lockUser(tx, userId);
      if ((await this.sessions.readFreshnessEnd(sessionId, tx)) === null) throw freshSignInRequiredError();
      await this.sessions.requireOwnerSession({ userId, sessionId }, tx);
    });
    const giveBack = await this.limits.takeAttempt([[DAILY, String(userId)]]);
    try {
      await this.limits.take(TRIES, String(userId));
      await this.transactions.run(async (tx) => {
        await notifyOwner(tx, { userId, kind: 'data_exported', userAgent });
        const subject = `user:${userId}`;
        await this.security.writeEvent(tx, { actor: subject, action: 'account.export', subject, address });
      });
      const file = await this.writeTempFile(userId);
      file.once('close', () => {
        // The attempt stays counted while the database cannot be reached.
        if (!file.readableEnded) giveBack().catch(() => undefined);
      });
      return file;
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  /**
   * Writes the export to a temporary file from one database snapshot, so that a slow download holds no
   * connection and misses no row.
   */
  private async writeTempFile(userId: number): Promise<Readable> {
    const path = join(tmpdir(), `own-data-${randomRef()}`);
    const file = await open(path, 'wx+', 0o600);
    try {
      // Unlinks the open file, so that the disk space is freed after the last reader, even after a crash.
      await unlink(path);
      await this.database.transaction('REPEATABLE READ', async (tx) => {
        for await (const part of this.generateExportParts(tx, userId)) await file.appendFile(part);
      });
      return file.createReadStream({ start: 0 });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  private async *generateExportParts(tx: EntityManager, userId: number): AsyncGenerator<string> {
    yield `{"exportedAt":${JSON.stringify(this.clock.now().toISOString())},"account":`;
    for await (const [account] of readRowsInPages(tx, 'account', userId)) yield JSON.stringify(account ?? {});
    for (const list of EXPORT_LISTS) {
      yield `,\n"${list}":[`;
      let separator = '\n';
      for await (const rows of readRowsInPages(tx, list, userId)) {
        yield separator + rows.map((one) => JSON.stringify(one)).join(',\n');
        separator = ',\n';
      }
      yield ']';
    }
    yield '}\n';
  }
}

/** Reads the rows of one part of the export in pages. */
async function* readRowsInPages(
  tx: EntityManager,
  list: keyof typeof EXPORT_STATEMENTS,
  userId: number,
): AsyncGenerator<Record<string, unknown>[]> {
  await sql(tx).run(
    `DECLARE own_data NO SCROLL CURSOR FOR SELECT to_jsonb(part) AS row FROM (${EXPORT_STATEMENTS[list]}) AS part`,
    [userId],
  );
  for (;;) {
    const rows = await sql(tx).rows(row, `FETCH ${PAGE_ROWS} FROM own_data`);
    if (rows.length === 0) break;
    yield rows.map(({ row: one }) => one);
  }
  await sql(tx).run('CLOSE own_data');
}
