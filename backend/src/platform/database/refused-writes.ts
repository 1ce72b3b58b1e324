import { Injectable } from '@nestjs/common';
import { writeRefusalReason } from './database-errors.js';

/** Time for which a refused write counts against the shop's health, ms; each new refusal restarts the time. */
const VALID_MS = 30_000;

/** Remembers the last write that Postgres refused in this process. */
@Injectable()
export class RefusedWrites {
  private last: { reason: string; at: number } | undefined;

  /**
   * Records an error if it means that Postgres refuses writes.
   * @returns whether it does
   */
  recordRefusal(error: unknown): boolean {
    const reason = writeRefusalReason(error);
    if (reason === undefined) return false;
    this.last = { reason, at: performance.now() };
    return true;
  }

  /** Reason of a write refused within the last seconds; undefined without one. */
  get recentReason(): string | undefined {
    return this.last && performance.now() - this.last.at < VALID_MS ? this.last.reason : undefined;
  }
}
