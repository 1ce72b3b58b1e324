import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { mailLanguage, noticeContent, noticeDefinition } from '@pax/contracts';
import { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { idRow, sql } from '../../../platform/database/sql.js';
import { type Tx, Transactions } from '../../../platform/database/transaction.js';
import { failpoint } from '../../../platform/failpoints.js';
import { Periodic } from '../../../platform/jobs/periodic.js';
import { CountedAlerts } from '../../../platform/outbox/alerts.js';
import { CUSTOMER_IDLE_MS, STAFF_IDLE_MS } from '../../../platform/sessions/session-rows.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { mayHaveRightsSql } from '../../../people/accounts/account-sql.js';
import { isSwitchedOffSql } from '../notice-switches.js';
import { PushSender } from './push-sender.js';
import { createPushMessage } from './push-texts.js';

const EVERY_MS = 2_000;
/** Messages that are sent at once. */
const AT_ONCE = 8;
/** Most attempts; waits between them start at a minute and double. */
const MAX_TRIES = 4;
/** Time for which a message that is being sent delays later ones on its topic, ms; more than a call takes. */
const SENDING_MS = 30_000;
/** Time for which a push service keeps a message for a browser that is not reachable, s. */
const KEPT_S = 86_400;
/** The same for a notice that a newer one replaces, and that soon says nothing. */
const KEPT_REPLACEABLE_S = 3_600;

const messageRow = z.object({
  id: z.number(),
  attempts: z.number(),
  noticeId: z.number(),
  topic: z.string(),
  /** Parsed one by one, so that no notice holds up the others. */
  content: z.unknown(),
  subscriptionId: z.number(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  language: mailLanguage,
});
type WaitingMessage = z.infer<typeof messageRow>;

/** State in which a message ends by its outcome. */
const STATE_OF = {
  sent: 'sent',
  gone: 'dropped',
  denied: 'dropped',
  lost: 'failed',
  refused: 'failed',
} as const;

/** Sends the queued push messages, each at most once: what is unknown after a crash is not sent again. */
@Injectable()
export class SendPushes {
  private readonly logger = new Logger(SendPushes.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly sender: PushSender,
    private readonly alerts: CountedAlerts,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Periodic({ name: 'send-pushes', every: EVERY_MS, role: 'worker' })
  async sendDuePushes(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (!this.sender.isSetUp) return;
    const inFlight = new Set<Promise<void>>();
    while (!signal.aborted) {
      const { taken, messages } = await this.takeDueMessages(AT_ONCE - inFlight.size);
      for (const message of messages) {
        const sending = this.sendMessage(message).finally(() => inFlight.delete(sending));
        inFlight.add(sending);
      }
      // Takes the next as soon as one ended, so that a service which hangs does not hold up others.
      if (inFlight.size > 0) await Promise.race(inFlight);
      else if (taken === 0) return;
    }
    await Promise.all(inFlight);
  }

  /** Takes due messages for sending and drops those that nobody may read; none before an earlier one to its browser. */
  private takeDueMessages(limit: number): Promise<{ taken: number; messages: WaitingMessage[] }> {
    const now = this.clock.now();
    return this.transactions.run(async (tx) => {
      const rows = await sql(tx).rows(
        idRow,
        `UPDATE push_sends SET state = 'sending', attempts = attempts + 1, next_try_at = $2
          WHERE id = ANY(ARRAY(
            SELECT id FROM push_sends m WHERE state = 'waiting' AND next_try_at <= $1
               AND NOT EXISTS (SELECT FROM push_sends e WHERE e.subscription_id = m.subscription_id AND e.id < m.id
                 AND (e.state = 'waiting' OR e.state = 'sending' AND e.next_try_at > $1))
             ORDER BY next_try_at, id LIMIT $3 FOR UPDATE SKIP LOCKED))
         RETURNING id`,
        [now, new Date(now.getTime() + SENDING_MS), limit],
      );
      const ids = rows.map(({ id }) => id);
      const messages = await this.readMessages(tx, ids);
      const sendable = new Set(messages.map(({ id }) => id));
      await this.endMessages(
        ids.filter((id) => !sendable.has(id)),
        'dropped',
        tx,
      );
      return { taken: ids.length, messages };
    });
  }

  /** Reads messages whose reader is still signed in there and did not switch the kind off since. */
  private readMessages(tx: Tx, ids: readonly number[]): Promise<WaitingMessage[]> {
    const now = this.clock.now();
    const seenSince = (idleMs: number) => new Date(now.getTime() - idleMs);
    return sql(tx).rows(
      messageRow,
      `SELECT m.id, m.attempts, m.notice_id AS "noticeId", m.topic, n.content, p.id AS "subscriptionId",
              p.endpoint, p.p256dh, p.auth, p.language
         FROM push_sends m JOIN notices n ON n.id = m.notice_id JOIN push_subscriptions p ON p.id = m.subscription_id
         JOIN sessions s ON s.id_hash = p.session_id AND s.user_id = n.user_id
        WHERE m.id = ANY($1) AND s.expires_at > $2 AND s.last_seen_at > $3
          AND (s.last_seen_at > $5 OR s.opened_by = 'password' OR NOT ${mayHaveRightsSql('s.user_id', '$4')})
          AND NOT ${isSwitchedOffSql('n.user_id', { way: 'push', kind: 'n.kind' })}`,
      [ids, now, seenSince(CUSTOMER_IDLE_MS), this.settings.adminDiscordIds, seenSince(STAFF_IDLE_MS)],
    );
  }

  private async sendMessage({ language, noticeId, topic, ...message }: WaitingMessage): Promise<void> {
    failpoint('push.sending');
    const { id, attempts, subscriptionId, endpoint } = message;
    const { data: content } = noticeContent.safeParse(message.content);
    if (!content) {
      this.logger.error(`The notice of push message ${id} can't be read. The message is not sent.`);
      return this.endMessages([id], 'failed');
    }
    const words = createPushMessage({ id: noticeId, topic, content }, language);
    const { isReplaceable } = noticeDefinition(content.kind);
    const { result, cause } = await this.sender.send(
      message,
      words,
      isReplaceable ? KEPT_REPLACEABLE_S : KEPT_S,
    );
    if (result !== 'sent') this.logger.warn(`Push message ${id} was not sent at try ${attempts}: ${cause}`);
    if (result === 'gone' || result === 'denied')
      await sql(this.database).run('DELETE FROM push_subscriptions WHERE id = $1 AND endpoint = $2', [
        subscriptionId,
        endpoint,
      ]);
    if (result === 'denied')
      await this.alerts.raiseCounted({
        kind: 'failure',
        title: 'A push service refuses VAPID_PRIVATE_KEY; its browsers have to turn push on again',
        detail: `${new URL(endpoint).host} · ${cause}`,
      });
    if (result === 'refused' && attempts < MAX_TRIES) return this.retryLater(id, attempts);
    await this.endMessages([id], STATE_OF[result]);
  }

  private async retryLater(id: number, attempts: number): Promise<void> {
    const at = new Date(this.clock.now().getTime() + 60_000 * 2 ** (attempts - 1));
    await sql(this.database).run(
      `UPDATE push_sends SET state = 'waiting', next_try_at = $2 WHERE id = $1 AND state = 'sending'`,
      [id, at],
    );
  }

  private async endMessages(
    ids: readonly number[],
    state: 'sent' | 'dropped' | 'failed',
    manager: EntityManager = this.database.manager,
  ): Promise<void> {
    if (ids.length === 0) return;
    await sql(manager).run(`UPDATE push_sends SET state = $2 WHERE id = ANY($1) AND state = 'sending'`, [
      ids,
      state,
    ]);
  }
}
