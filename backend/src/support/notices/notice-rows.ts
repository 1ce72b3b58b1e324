import { noticeDefinition, type NoticeContent } from '@pax/contracts';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { forgetMails } from '../../platform/mail/mail-queue.js';

/** A notice that an event gives to an account. */
export interface NewNotice {
  eventId: string;
  userId: number;
  /** The subject, such as `order:7`. A new notice may replace an unsent one on the same subject. */
  topic: string;
  /** The content; null withdraws unsent notices on the subject without giving another. */
  content: NoticeContent | null;
  occurredAt: Date;
}

/** Drops the replaceable notices on whose topic a later one of the list is. */
export function dropReplaced(notices: readonly NewNotice[]): NewNotice[] {
  const last = new Map(notices.map(({ topic }, place) => [topic, place]));
  return notices.filter(
    ({ content, topic }, place) =>
      (content !== null && !noticeDefinition(content.kind).isReplaceable) || last.get(topic) === place,
  );
}

/** Stores notices for the bell: one for each event, account and kind, in the relay's transaction. */
export async function insertNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  const shown = notices.flatMap(({ content, ...rest }) => (content === null ? [] : [{ ...rest, content }]));
  if (shown.length === 0) return;
  await sql(tx).run(
    `INSERT INTO notices (event_id, user_id, kind, content, created_at)
     SELECT event_id, user_id, content->>'kind', content, created_at
       FROM unnest($1::uuid[], $2::int[], $3::jsonb[], $4::timestamptz[])
            WITH ORDINALITY AS notice (event_id, user_id, content, created_at, ordinal)
      ORDER BY ordinal
     ON CONFLICT (event_id, user_id, kind) DO NOTHING`,
    [
      shown.map(({ eventId }) => eventId),
      shown.map(({ userId }) => userId),
      shown.map(({ content }) => JSON.stringify(content)),
      shown.map(({ occurredAt }) => occurredAt),
    ],
  );
}

/** Subject of the mail about a notice; no checkout reference and no ticket has this form. */
export const noticeMailOf = (noticeId: number): string => `n${noticeId}`;

type Connection = Parameters<typeof sql>[0];

/** Deletes the notices of an account, the mails about them, and its switches. */
export async function deleteNotices(tx: Tx, userId: number): Promise<void> {
  const deleted = await sql(tx).rows(idRow, 'DELETE FROM notices WHERE user_id = $1 RETURNING id', [userId]);
  await forgetMails(
    tx,
    deleted.map(({ id }) => noticeMailOf(id)),
  );
  await sql(tx).run('DELETE FROM notice_switches WHERE user_id = $1', [userId]);
}

/** Deletes notices of events before a time. @returns the number of deleted notices */
export function deleteNoticesBefore(database: Connection, before: Date, most: number): Promise<number> {
  return sql(database).affected(
    'DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE created_at < $1 ORDER BY created_at LIMIT $2)',
    [before, most],
  );
}
