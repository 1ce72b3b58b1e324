import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { writeRefusalReason } from '../../platform/database/database-unavailable.js';
import { RefusedWrites } from '../../platform/database/refused-writes.js';
import { describeError } from '../../platform/describe-error.js';
import { sql } from '../../platform/database/sql.js';
import { withTimeout } from '../../platform/queue/with-timeout.js';

/** A write that was taken counts for so long, ms, so that probes cost little however often they come. */
const VALID_MS = 10_000;
/** Time limit of a write, ms. */
const ANSWER_MS = 2_000;
/** Bytes of filler: with its digits more than a page, so that a full disk shows itself. */
const FILLER_BYTES = 10_000;

const WRITE = `
  INSERT INTO write_probes (id, written_at, filler) VALUES (1, clock_timestamp(), $1)
  ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at, filler = excluded.filler`;

/** Tries whether Postgres takes writes. */
@Injectable()
export class WriteProbe {
  private readonly logger = new Logger(WriteProbe.name);
  private takenAt = Number.NEGATIVE_INFINITY;
  private reported: string | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly refused: RefusedWrites,
  ) {}

  /** Reason why writes are refused, as a sentence; undefined while they are taken. Logs each new reason. */
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
