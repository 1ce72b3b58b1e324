import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';
import type { Mail } from './mailer.js';

/** A kind of mail: its rows say what a mail is about, and what it says is read when it is sent. */
export interface MailKind {
  readonly kind: string;
  /** Writes the mail at each try; undefined when it is not to be sent any more. */
  readonly compose: (about: string) => Promise<Omit<Mail, 'id'> | undefined>;
  /** The mail's name in an alert, without personal data, and the recipient's other way to the same content. */
  readonly inAlert: (about: string) => { readonly name: string; readonly instead: string };
}

/**
 * Queues mails of a kind, one for each thing they are about, whoever asks again. In the relay's transaction, so that no
 * crash loses or doubles one.
 */
export async function queueMails(tx: Tx, kind: string, about: readonly string[]): Promise<void> {
  if (about.length === 0) return;
  await sql(tx).run(
    'INSERT INTO mails (kind, about) SELECT $1, unnest($2::text[]) ON CONFLICT (kind, about) DO NOTHING',
    [kind, about],
  );
}

type Connection = Parameters<typeof sql>[0];

/** Forgets mails by their subject: references of checkouts and ids of tickets, which no two kinds share. */
export async function forgetMails(tx: Tx, about: readonly string[]): Promise<void> {
  await sql(tx).run(
    `UPDATE mails SET last_error = NULL, state = CASE state WHEN 'waiting' THEN 'dropped' ELSE state END,
            ended_at = coalesce(ended_at, now())
      WHERE about = ANY($1)`,
    [about],
  );
}

/** Deletes some mails that ended before a moment; one of the same kind about the same thing would be sent again. */
export function deleteMailsBefore(database: Connection, before: Date, most: number): Promise<number> {
  return sql(database).affected(
    'DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)',
    [before, most],
  );
}
