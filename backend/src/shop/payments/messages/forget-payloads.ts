import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { refRow } from '../../../platform/database/row-schemas.js';
import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { Periodic } from '../../../platform/jobs/periodic.js';

const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 12 * 60_000;
/** As long as a message may be taken up again; providers name payers and addresses in them. */
const KEPT_MS = 14 * 24 * 3_600_000;
const BATCH = 500;

/** Empties what providers wrote once it was processed and can't be needed again; that it came stays. */
@Injectable()
export class ForgetPayloads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'forget-payloads', every: EVERY_MS, firstAfter: FIRST_AFTER_MS, role: 'worker' })
  async forgetDue(signal: AbortSignal = new AbortController().signal): Promise<void> {
    while (!signal.aborted && (await this.forgetSome()) === BATCH);
  }

  private forgetSome(): Promise<number> {
    return sql(this.database).affected(
      `UPDATE provider_messages SET payload = '{}' WHERE id IN
         (SELECT id FROM provider_messages WHERE payload <> '{}' AND processed_at < $1
           ORDER BY processed_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [new Date(this.clock.now().getTime() - KEPT_MS)],
    );
  }
}

/** Empties the processed messages that name one of these purchases, by the shop's reference or by the provider's. */
export async function forgetPayloadsOf(
  tx: Tx,
  checkoutIds: readonly number[],
  names: readonly string[],
): Promise<void> {
  const payments = await sql(tx).rows(
    refRow,
    'SELECT provider_ref AS ref FROM payments WHERE checkout_id = ANY($1)',
    [checkoutIds],
  );
  const patterns = [...names, ...payments.map(({ ref }) => ref)].map(
    (name) => `%${name.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  );
  if (patterns.length === 0) return;
  await sql(tx).run(
    `UPDATE provider_messages SET payload = '{}'
      WHERE payload <> '{}' AND processed_at IS NOT NULL AND payload::text LIKE ANY($1)`,
    [patterns],
  );
}
