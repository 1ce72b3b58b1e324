import { Inject, Injectable } from '@nestjs/common';
import { NOTICE_KINDS, noticeDefinition } from '@pax/contracts';
import { sql } from '../../../platform/database/sql.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { dropReplaced } from '../notice-rows.js';
import { isSwitchedOffSql } from '../notice-switches.js';
import type { NoticeWriter } from '../notice-writes.js';

const PUSHED_KINDS = NOTICE_KINDS.filter((kind) => noticeDefinition(kind).ways.includes('push'));

/** Queues the push messages that notices cause; none without a key in the settings. */
@Injectable()
export class PushQueue {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Queues a message to each browser of the reader for notices that are stored already. */
  readonly queue: NoticeWriter = async (tx, notices) => {
    if (!this.settings.push || notices.length === 0) return;
    const latest = dropReplaced(notices).filter(({ content }) => content !== null);
    await sql(tx).run(
      `WITH given AS (
         SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[], $4::boolean[]) AS given (event_id, user_id, topic, is_replaceable)
       ), own AS (
         SELECT n.id AS notice_id, p.id AS subscription_id, g.topic, g.is_replaceable
           FROM given g JOIN notices n USING (event_id, user_id)
           JOIN sessions s ON s.user_id = n.user_id JOIN push_subscriptions p ON p.session_id = s.id_hash
          WHERE n.kind = ANY($5) AND n.created_at >= p.created_at AND NOT ${isSwitchedOffSql('n.user_id', { way: 'push', kind: 'n.kind' })}
       ), dropped AS (
         UPDATE push_sends SET state = 'dropped'
          WHERE state = 'waiting' AND attempts = 0 AND is_replaceable AND topic = ANY($6)
            AND notice_id NOT IN (SELECT notice_id FROM own)
       )
       INSERT INTO push_sends (notice_id, subscription_id, topic, is_replaceable)
       SELECT notice_id, subscription_id, topic, is_replaceable FROM own ORDER BY notice_id
       ON CONFLICT (notice_id, subscription_id) DO NOTHING`,
      [
        latest.map(({ eventId }) => eventId),
        latest.map(({ userId }) => userId),
        latest.map(({ topic }) => topic),
        latest.map(({ content }) => content !== null && noticeDefinition(content.kind).isReplaceable),
        PUSHED_KINDS,
        notices.map(({ topic }) => topic),
      ],
    );
  };
}
