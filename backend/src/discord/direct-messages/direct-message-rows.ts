import { NOTICE_KINDS, noticeDefinition, type DirectMessageContent, type NoticeKind } from '@pax/contracts';
import { randomRef } from '../../platform/secrets.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { discordIdOf } from '../../people/accounts/account-sql.js';
import { isSwitchedOffSql } from '../../support/notices/notice-switches.js';

export interface NewDirectMessage {
  eventId: string;
  /** The recipient's account. Nothing is queued for an account without a proven Discord id. */
  userId: number;
  /** The subject, such as `order:7`. A new message replaces an unsent one on the same subject. */
  topic: string;
  /** Kind of the notice that the message is of; null without content. */
  kind: NoticeKind | null;
  /** The content; null cancels an unsent message without sending another. */
  content: DirectMessageContent | null;
  occurredAt: Date;
}

const REPLACEABLE = NOTICE_KINDS.filter((kind) => noticeDefinition(kind).isReplaceable);

/**
 * Queues direct messages to people who allow them: one per event; a newer one on a topic replaces an unsent one.
 * Runs in the relay's transaction, so that a crash neither loses nor repeats one.
 */
export async function queueDirectMessages(tx: Tx, messages: readonly NewDirectMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const sendable = messages.filter(({ content }) => content !== null);
  await sql(tx).run(
    `WITH superseded AS (
       UPDATE direct_messages SET state = 'superseded', ended_at = now()
        WHERE state = 'pending' AND topic = ANY($8::text[]) AND event_id <> ALL($1::uuid[])
          AND COALESCE(kind = ANY($9::text[]), true))
     INSERT INTO direct_messages (event_id, user_id, discord_id, topic, content, occurred_at, nonce, kind)
     SELECT d.event_id, d.user_id, d.discord_id, d.topic, d.content, d.occurred_at, d.nonce, d.kind
       FROM (SELECT *, ${discordIdOf('message.user_id')} AS discord_id
               FROM unnest($1::uuid[], $2::int[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::text[],
                           $7::text[])
                    WITH ORDINALITY AS message (event_id, user_id, topic, content, occurred_at, nonce, kind, ordinal)) d
       LEFT JOIN discord_people p USING (discord_id)
      WHERE d.discord_id IS NOT NULL AND COALESCE(p.messages, true)
        AND NOT ${isSwitchedOffSql('d.user_id', { way: 'direct', kind: 'd.kind' })}
      ORDER BY d.ordinal
     ON CONFLICT (event_id, discord_id) DO NOTHING`,
    [
      sendable.map(({ eventId }) => eventId),
      sendable.map(({ userId }) => userId),
      sendable.map(({ topic }) => topic),
      sendable.map(({ content }) => JSON.stringify(content)),
      sendable.map(({ occurredAt }) => occurredAt),
      sendable.map(() => randomRef()),
      sendable.map(({ kind }) => kind),
      messages.map(({ topic }) => topic),
      REPLACEABLE,
    ],
  );
}

type Connection = Parameters<typeof sql>[0];

/** Tables that identify people in Discord by `discord_id`. */
export const TABLES_OF_PEOPLE = ['discord_people', 'newcomers', 'pay_links'];

/** Deletes an account's direct messages. */
export async function deleteDirectMessages(tx: Tx, userId: number): Promise<void> {
  await sql(tx).run('DELETE FROM direct_messages WHERE user_id = $1', [userId]);
}

/** Deletes the choices in Discord and the pay links of the owner of Discord ids. */
export async function deleteDiscordData(tx: Tx, discordIds: readonly string[]): Promise<void> {
  for (const table of TABLES_OF_PEOPLE)
    await sql(tx).run(`DELETE FROM ${table} WHERE discord_id = ANY($1)`, [discordIds]);
}

/** Deletes direct messages that ended before a time, whether they were sent or not. */
export function deleteDirectMessagesBefore(
  database: Connection,
  before: Date,
  most: number,
): Promise<number> {
  return sql(database).affected(
    `DELETE FROM direct_messages WHERE id IN
       (SELECT id FROM direct_messages WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)`,
    [before, most],
  );
}
