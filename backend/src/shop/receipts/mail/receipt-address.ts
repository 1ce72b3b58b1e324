import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { mailLanguage, type ReceiptMailAnswer, type ReceiptMailRequest } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import type { Tx } from '../../../platform/database/transaction.js';

const addressRow = z.object({ email: z.string(), language: mailLanguage });

/** Stores the mail address to which an account's receipts and notices about its orders are sent. */
@Injectable()
export class ReceiptAddress {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly mailer: Mailer,
  ) {}

  async readAddress(userId: number): Promise<ReceiptMailAnswer> {
    const row = await sql(this.database).first(
      addressRow,
      'SELECT email, language FROM receipt_addresses WHERE user_id = $1',
      [userId],
    );
    return { isOffered: this.mailer.isSetUp, email: row?.email ?? null, language: row?.language ?? null };
  }

  /** Sets the receipt address and the language of the mails; an empty address removes it. */
  async setAddress(userId: number, { email, language }: ReceiptMailRequest): Promise<void> {
    if (email === '')
      return sql(this.database).run('DELETE FROM receipt_addresses WHERE user_id = $1', [userId]);
    await sql(this.database).run(
      `INSERT INTO receipt_addresses (user_id, email, language) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET email = EXCLUDED.email, language = EXCLUDED.language`,
      [userId, email, language],
    );
  }
}

const ownedRow = addressRow.extend({ userId: z.number() });

/** Reads the receipt addresses of accounts; accounts without one are absent. */
export const readReceiptAddresses = (
  connection: Parameters<typeof sql>[0],
  userIds: readonly number[],
): Promise<z.infer<typeof ownedRow>[]> =>
  sql(connection).rows(
    ownedRow,
    'SELECT user_id AS "userId", email, language FROM receipt_addresses WHERE user_id = ANY($1::int[])',
    [userIds],
  );

/** Deletes the receipt address of an account. */
export async function eraseReceiptAddress(tx: Tx, userId: number): Promise<void> {
  await sql(tx).run('DELETE FROM receipt_addresses WHERE user_id = $1', [userId]);
}
