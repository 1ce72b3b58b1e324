import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { refRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import type { NamedCheckout } from '../checkout/anonymise-checkouts.js';

const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 12 * 60_000;
/**
 * Time for which a message may be processed again, ms. Then its content is erased, because messages name payers and
 * addresses.
 */
const KEPT_MS = 14 * 24 * 3_600_000;
const BATCH = 500;

/** Finds words that the database's function `long_words` returns, by which stored messages are indexed. */
const LONG_WORD = /[A-Za-z0-9_-]{10,}/g;

/**
 * Erases the content of processed messages that contain a reference of one of the checkouts, the shop's or the
 * provider's, as a word. Unprocessed messages stay.
 */
export async function erasePayloadsOf(tx: Tx, checkouts: readonly NamedCheckout[]): Promise<void> {
  const payments = await sql(tx).rows(
    refRow,
    'SELECT provider_ref AS ref FROM payments WHERE checkout_id = ANY($1)',
    [checkouts.map(({ id }) => id)],
  );
  const sessions = checkouts.flatMap(({ session }) => (session === null ? [] : [session]));
  const names = [...checkouts, ...payments].map(({ ref }) => ref).concat(sessions);
  const words = names.flatMap((name) => findLongestWord(name) ?? []);
  if (words.length === 0) return;
  await sql(tx).run(
    `UPDATE provider_messages SET payload = '{}'
      WHERE payload <> '{}' AND processed_at IS NOT NULL AND long_words(payload) && $1`,
    [words],
  );
}

/** Finds the longest indexed word of a reference; undefined for a short one, which no provider gives. */
function findLongestWord(name: string): string | undefined {
  const [longest] = (name.match(LONG_WORD) ?? []).toSorted((one, other) => other.length - one.length);
  return longest;
}

/** Erases the content of processed messages that are no longer needed; the record that they arrived stays. */
@Injectable()
export class ErasePayloads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'forget-payloads', every: EVERY_MS, firstAfter: FIRST_AFTER_MS, role: 'worker' })
  async eraseDuePayloads(signal: AbortSignal = new AbortController().signal): Promise<void> {
    while (!signal.aborted && (await this.erasePayloadBatch()) === BATCH);
  }

  private erasePayloadBatch(): Promise<number> {
    return sql(this.database).affected(
      `UPDATE provider_messages SET payload = '{}' WHERE id IN
         (SELECT id FROM provider_messages WHERE payload <> '{}' AND processed_at < $1
           ORDER BY processed_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [new Date(this.clock.now().getTime() - KEPT_MS)],
    );
  }
}
