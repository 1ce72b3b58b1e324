import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { sql } from '../../../platform/database/sql.js';
import { Periodic } from '../../../platform/jobs/periodic.js';
import { ReleaseHold } from '../settle/release-hold.js';
import { isBlocked } from '../../../people/accounts/account-sql.js';

const EVERY_MS = 2_000;
const dueRow = z.object({ ref: z.string(), version: z.number() });

/**
 * Lets go what confirming checkouts hold for longer than their hours, or for an account that is blocked; crypto that
 * nobody confirmed in time ends. Any number may run: each release is idempotent.
 */
@Injectable()
export class ReleaseHolds {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly releaseHold: ReleaseHold,
    private readonly clock: Clock,
  ) {}

  /** Releases all that are due; one that fails keeps none of the others. @throws AggregateError */
  @Periodic({ name: 'release-holds', every: EVERY_MS, role: 'worker' })
  async releaseDue(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const dueNow = await sql(this.database).rows(
      dueRow,
      `SELECT ref, version FROM checkouts c
        WHERE state = 'confirming' AND holding
          AND (CASE method WHEN 'crypto' THEN session_expires_at ELSE hold_until END <= $1
               OR ${isBlocked('c.user_id')})
        ORDER BY id`,
      [this.clock.now()],
    );
    const errors: unknown[] = [];
    for (const due of dueNow) {
      if (signal.aborted) return;
      await this.releaseHold.execute({ ...due, actor: 'shop' }).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Holds could not be released');
  }
}
