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
