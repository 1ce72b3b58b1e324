import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { moneyDifference, formatCentsAsDecimal, type ReconciliationAnswer } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';

const row = z.object({
  provider: z.string(),
  checkedAt: z.date(),
  totalCents: z.number(),
  matchedCents: z.number(),
  oldestUnmatchedAt: z.date().nullable(),
  differences: z.array(moneyDifference),
});

/** Reads the result of the last comparison with each provider. */
@Injectable()
export class ReconciliationQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Lists the results of the last comparison with each provider. */
  async readLastComparisons(): Promise<ReconciliationAnswer> {
    const rows = await sql(this.database).rows(
      row,
      `SELECT provider, checked_at AS "checkedAt", total_cents AS "totalCents", matched_cents AS "matchedCents",
              oldest_unmatched_at AS "oldestUnmatchedAt", differences
         FROM reconciliations WHERE checked_at IS NOT NULL ORDER BY provider`,
    );
    return rows.map(({ checkedAt, totalCents, matchedCents, oldestUnmatchedAt, ...rest }) => ({
      ...rest,
      checkedAt: checkedAt.toISOString(),
      total: formatCentsAsDecimal(totalCents),
      matched: formatCentsAsDecimal(matchedCents),
      oldestUnmatchedAt: oldestUnmatchedAt?.toISOString() ?? null,
    }));
  }
}
