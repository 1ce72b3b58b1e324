import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { mailLanguage, noticeContent } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { idRow, sql } from '../../../platform/database/sql.js';
import { failpoint } from '../../../platform/failpoints.js';
import { Periodic } from '../../../platform/jobs/periodic.js';
import { CUSTOMER_IDLE_MS } from '../../../platform/sessions/session-rows.js';
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

const messageRow = z.object({
  id: z.number(),
  attempts: z.number(),
  noticeId: z.number(),
  topic: z.string(),
  content: noticeContent,
  subscriptionId: z.number(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  language: mailLanguage,
});
type WaitingMessage = z.infer<typeof messageRow>;

/** State in which a message ends by its outcome. */
const STATE_OF = { sent: 'sent', gone: 'dropped', lost: 'failed', refused: 'failed' } as const;

/** Sends the queued push messages, each at most once: what is unknown after a crash is not sent again. */
@Injectable()
export class SendPushes {
  private readonly logger = new Logger(SendPushes.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sender: PushSender,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'send-pushes', every: EVERY_MS, role: 'worker' })
  async sendDuePushes(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (!this.sender.isSetUp) return;
    while (!signal.aborted) {
      const ids = await this.takeDueMessages();
      if (ids.length === 0) return;
      failpoint('push.sending');
      const messages = await this.readMessages(ids);
      await Promise.all(messages.map((message) => this.sendMessage(message)));
      const sendable = new Set(messages.map(({ id }) => id));
      await this.endMessages(
        ids.filter((id) => !sendable.has(id)),
        'dropped',
      );
    }
  }

  /** Marks due messages as sending; none before an earlier one on its topic has ended. */
  private async takeDueMessages(): Promise<number[]> {
    const now = this.clock.now();
    const rows = await sql(this.database).rows(
      idRow,
      `UPDATE push_sends SET state = 'sending', attempts = attempts + 1, next_try_at = $2
        WHERE id = ANY(ARRAY(
          SELECT id FROM push_sends m WHERE state = 'waiting' AND next_try_at <= $1
             AND NOT EXISTS (SELECT FROM push_sends e
               WHERE e.topic = m.topic AND e.subscription_id = m.subscription_id AND e.id < m.id
                 AND (e.state = 'waiting' OR e.state = 'sending' AND e.next_try_at > $1))
           ORDER BY next_try_at, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED))
       RETURNING id`,
      [now, new Date(now.getTime() + SENDING_MS)],
    );
    return rows.map(({ id }) => id);
  }

  /** Reads messages whose reader is still signed in there and did not switch the kind off since. */
  private readMessages(ids: readonly number[]): Promise<WaitingMessage[]> {
    const now = this.clock.now();
    return sql(this.database).rows(
      messageRow,
      `SELECT m.id, m.attempts, m.notice_id AS "noticeId", m.topic, n.content, p.id AS "subscriptionId",
              p.endpoint, p.p256dh, p.auth, p.language
         FROM push_sends m JOIN notices n ON n.id = m.notice_id JOIN push_subscriptions p ON p.id = m.subscription_id
         JOIN sessions s ON s.id_hash = p.session_id AND s.user_id = n.user_id
        WHERE m.id = ANY($1) AND s.expires_at > $2 AND s.last_seen_at > $3
          AND NOT ${isSwitchedOffSql('n.user_id', { way: 'push', kind: 'n.kind' })}`,
      [ids, now, new Date(now.getTime() - CUSTOMER_IDLE_MS)],
    );
  }

  private async sendMessage({
    language,
    content,
    noticeId,
    topic,
    ...message
  }: WaitingMessage): Promise<void> {
    const { id, attempts, subscriptionId } = message;
    const words = createPushMessage({ id: noticeId, topic, content }, language);
    const { result, cause } = await this.sender.send(message, words);
    if (result !== 'sent') this.logger.warn(`Push message ${id} was not sent at try ${attempts}: ${cause}`);
    if (result === 'gone')
      await sql(this.database).run('DELETE FROM push_subscriptions WHERE id = $1 AND endpoint = $2', [
        subscriptionId,
        message.endpoint,
      ]);
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

  private async endMessages(ids: readonly number[], state: 'sent' | 'dropped' | 'failed'): Promise<void> {
    if (ids.length === 0) return;
    await sql(this.database).run(
      `UPDATE push_sends SET state = $2 WHERE id = ANY($1) AND state = 'sending'`,
      [ids, state],
    );
  }
}
