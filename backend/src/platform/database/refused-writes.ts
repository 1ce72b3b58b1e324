import { Injectable } from '@nestjs/common';
import { writeRefusalReason } from './database-unavailable.js';

/** How long a refused write of a call counts against the health, ms; a refused one after it begins anew. */
const VALID_MS = 30_000;

/** The last write of a call that Postgres refused in this process. */
@Injectable()
export class RefusedWrites {
  private last: { reason: string; at: number } | undefined;

  /** Remembers an error that says why nothing is written. @returns whether it is one */
  record(error: unknown): boolean {
    const reason = writeRefusalReason(error);
    if (reason === undefined) return false;
    this.last = { reason, at: performance.now() };
    return true;
  }

  /** Reason of a refusal a moment ago. */
  get recentReason(): string | undefined {
    return this.last && performance.now() - this.last.at < VALID_MS ? this.last.reason : undefined;
  }
}
