import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { writeRefusalReason } from '../../platform/database/database-errors.js';
import { RefusedWrites } from '../../platform/database/refused-writes.js';
import { describeError } from '../../platform/describe-error.js';
import { sql } from '../../platform/database/sql.js';
import { withTimeout } from '../../platform/queue/with-timeout.js';

/** Time for which a successful test write is trusted, ms, so that frequent probes cost little. */
const VALID_MS = 10_000;
/** Time limit of a test write, ms. */
const ANSWER_MS = 2_000;
/** Bytes that a test write stores, more than a database page, so that a full disk is noticed. */
const FILLER_BYTES = 10_000;

const WRITE = `
  INSERT INTO write_probes (id, written_at, filler) VALUES (1, clock_timestamp(), $1)
  ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at, filler = excluded.filler`;

/** Checks whether Postgres accepts writes, by a small test write. */
@Injectable()
export class WriteProbe {
  private readonly logger = new Logger(WriteProbe.name);
  private takenAt = Number.NEGATIVE_INFINITY;
  private reported: string | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly refused: RefusedWrites,
  ) {}

  /** Finds why Postgres refuses writes, as a sentence; undefined while writes work. Logs each new reason. */
  async findProblem(): Promise<string | undefined> {
    const reason = this.refused.recentReason ?? (await this.tryWrite());
    if (reason !== undefined && reason !== this.reported) this.logger.error(`Writes are refused. ${reason}`);
    if (reason === undefined && this.reported !== undefined) this.logger.log('Writes are taken again.');
    this.reported = reason;
    return reason;
  }

  private async tryWrite(): Promise<string | undefined> {
    if (performance.now() - this.takenAt < VALID_MS) return undefined;
    const filler = randomBytes(FILLER_BYTES).toString('hex');
    try {
      await withTimeout(ANSWER_MS, sql(this.database).run(WRITE, [filler]));
      this.takenAt = performance.now();
      return undefined;
    } catch (error) {
      return (
        writeRefusalReason(error) ?? `The database takes no write: ${describeError(error).split('\n', 1)[0]}`
      );
    }
  }
}
