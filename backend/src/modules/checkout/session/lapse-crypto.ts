import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../../common/clock.js';
import { sql } from '../../../infra/database/sql.js';
import { Periodic } from '../../../infra/loops/periodic.js';
import { EndCheckout } from '../settle/end-checkout.js';

const EVERY_MS = 10_000;
const dueRow = z.object({ ref: z.string() });

/** Ends crypto checkouts that nobody confirmed in time (OWN-95). Any number may run: each end is idempotent. */
@Injectable()
export class LapseCrypto {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly endCheckout: EndCheckout,
    private readonly clock: Clock,
  ) {}

  /** Ends all that are due; one that fails keeps none of the others. @throws AggregateError */
  @Periodic({ name: 'lapse-crypto', every: EVERY_MS, role: 'worker' })
  async lapseDue(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const due = await sql(this.database).rows(
      dueRow,
      `SELECT ref FROM checkouts
        WHERE state = 'confirming' AND method = 'crypto' AND session_expires_at <= $1 ORDER BY session_expires_at`,
      [this.clock.now()],
    );
    const errors: unknown[] = [];
    for (const { ref } of due) {
      if (signal.aborted) return;
      await this.endCheckout.execute(ref, 'expired').catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Crypto checkouts could not be ended');
  }
}
