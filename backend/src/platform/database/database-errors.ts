import { Injectable } from '@nestjs/common';

/**
 * SQLSTATE codes of a database that cannot serve now: connection, resources, timeouts, conflicts, refused writes,
 * sign-in.
 */
const SQL_STATES = /^(08...|28...|53...|57P..|58...|57014|55P03|25006|25P0[34]|40001|40P01|42501|XX00[12])$/;
/** Reasons for which Postgres refuses writes, by SQLSTATE, as sentences for an operator. */
const REFUSALS: Readonly<Record<string, string>> = {
  '25006': 'The database is read-only.',
  '28000': 'The database refuses the sign-in of DATABASE_URL.',
  '28P01': 'The database refuses the password of DATABASE_URL.',
  '42501': 'The database role lacks a privilege; run migrate.',
  '53100': 'The database has no space left.',
  '53200': 'The database has no memory left.',
  '53300': 'The database has no connection left.',
  '55P03': 'A row or table of the database is locked for too long.',
  '58030': 'The database cannot read or write its files.',
  XX001: 'A table of the database is damaged.',
  XX002: 'An index of the database is damaged.',
};

const SOCKET_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the Postgres driver and its pool for failures that have no code. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed|after calling end on the pool|query runner (was )?already released|Connection is not established/i;

/**
 * Tells whether a statement was cancelled for taking too long, which may be the statement's fault while Postgres is
 * well.
 */
export function isStatementTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '57014';
}

/** The reason why Postgres refused a write, as a sentence; undefined for every other error. */
export function writeRefusalReason(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error
    ? REFUSALS[String(error.code)]
    : undefined;
}

/** Tells whether Postgres is unreachable or overloaded, so that a retry may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // Checks each cause, because a host whose addresses all refuse yields one error with a cause per address.
  if (error instanceof AggregateError) return error.errors.some((one) => isDatabaseUnavailable(one));
  const code = 'code' in error ? String(error.code) : '';
  return (
    SQL_STATES.test(code) ||
    SOCKET_CODES.test(code) ||
    (error instanceof Error && MESSAGES.test(error.message))
  );
}

/** The SQLSTATE of a database error; empty for any other error. */
export function sqlState(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('driverError' in error) return sqlState(error.driverError);
  return 'code' in error ? String(error.code) : '';
}

/** Tells whether a database error means that a unique constraint was violated. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

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
