import { z } from 'zod';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';
import type { Mail } from './mailer.js';

/**
 * A kind of mail. A queued row stores only the id of what the mail is about; the text is composed when the mail is
 * sent.
 */
export interface MailKind {
  readonly kind: string;
  /** Composes the mail before each attempt to send it; undefined when the mail is no longer to be sent. */
  readonly compose: (about: string) => Promise<Omit<Mail, 'id'> | undefined>;
  /**
   * Names the mail in an alert without personal data, and says how the recipient can reach the same content
   * otherwise.
   */
  readonly inAlert: (about: string) => { readonly name: string; readonly instead: string };
}

/**
 * Queues one mail for each subject; repeated calls for a subject queue no second mail. Call in the relay's
 * transaction, so that a crash neither loses nor doubles a mail.
 */
export async function queueMails(tx: Tx, kind: string, about: readonly string[]): Promise<void> {
  if (about.length === 0) return;
  await sql(tx).run(
    'INSERT INTO mails (kind, about) SELECT $1, unnest($2::text[]) ON CONFLICT (kind, about) DO NOTHING',
    [kind, about],
  );
}

interface TopicMail {
  about: string;
  /** The thing that mails are in order about, such as `order:7`. */
  topic: string;
  /** True if a newer mail on the topic drops this one before its first attempt. */
  isReplaceable: boolean;
  /** Time before which the mail is not sent; default: it is sent at once. */
  dueAt?: Date | undefined;
}

/**
 * Queues mails that are sent in order of their topic, one for each subject, and drops untried replaceable ones on the
 * given topics. Call in the relay's transaction.
 */
export async function queueTopicMails(
  tx: Tx,
  kind: string,
  { mails, topics }: { mails: readonly TopicMail[]; topics: readonly string[] },
): Promise<void> {
  const about = mails.map((mail) => mail.about);
  await sql(tx).run(
    `UPDATE mails SET state = 'dropped', ended_at = now()
      WHERE state = 'waiting' AND attempts = 0 AND is_replaceable AND topic = ANY($1) AND about <> ALL($2)`,
    [topics, about],
  );
  if (mails.length === 0) return;
  await sql(tx).run(
    `INSERT INTO mails (kind, about, topic, is_replaceable, next_try_at)
     SELECT $1, about, topic, is_replaceable, coalesce(due_at, now())
       FROM unnest($2::text[], $3::text[], $4::boolean[], $5::timestamptz[])
            WITH ORDINALITY AS mail (about, topic, is_replaceable, due_at, ordinal)
      ORDER BY ordinal ON CONFLICT (kind, about) DO NOTHING`,
    [
      kind,
      about,
      mails.map(({ topic }) => topic),
      mails.map(({ isReplaceable }) => isReplaceable),
      mails.map(({ dueAt }) => dueAt ?? null),
    ],
  );
}

const triedRow = z.object({ at: z.date().nullable() });

/** Reads when the newest of these mails was sent, or queued if it was only tried; undefined if none was tried. */
export async function findLastMailTime(
  tx: Tx,
  kind: string,
  about: readonly string[],
): Promise<Date | undefined> {
  const row = await sql(tx).first(
    triedRow,
    `SELECT max(coalesce(ended_at, created_at)) AS at FROM mails
      WHERE kind = $1 AND about = ANY($2) AND (state = 'sent' OR attempts > 0)`,
    [kind, about],
  );
  return row?.at ?? undefined;
}

type Connection = Parameters<typeof sql>[0];

/** Deletes mails by what they are about: references of checkouts, ids of tickets, notices or messages, which never coincide. */
export async function forgetMails(tx: Tx, about: readonly string[]): Promise<void> {
  await sql(tx).run(
    `UPDATE mails SET last_error = NULL, state = CASE state WHEN 'waiting' THEN 'dropped' ELSE state END,
            ended_at = coalesce(ended_at, now())
      WHERE about = ANY($1)`,
    [about],
  );
}

/** Deletes mails that were sent or given up before a time. A deleted mail would be sent again if queued again. */
export function deleteMailsBefore(database: Connection, before: Date, most: number): Promise<number> {
  return sql(database).affected(
    'DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)',
    [before, most],
  );
}
