/**
 * Connection lost (08), out of resources (53), shut down (57P), statement, lock or idle transaction timed out (57014,
 * 55P03, 25P03, 25P04), conflict left after retries (40001, 40P01).
 */
const SQL_STATES = /^(08...|53...|57P..|57014|55P03|25P0[34]|40001|40P01)$/;
const SOCKET_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the driver and its pool that carry no code. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed|after calling end on the pool|query runner (was )?already released|Connection is not established/i;

/** Whether a prepared statement is stale, because its table was altered. */
export function isPlanOutOfDate(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/** Whether a statement took too long, which may be its own fault although Postgres is well. */
export function isStatementTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '57014';
}

/** Whether Postgres is unreachable or overloaded, so that a retry may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // A host whose addresses all refuse yields one error with one cause per address.
  if (error instanceof AggregateError) return error.errors.some((one) => isDatabaseUnavailable(one));
  const code = 'code' in error ? String(error.code) : '';
  return (
    SQL_STATES.test(code) ||
    SOCKET_CODES.test(code) ||
    isPlanOutOfDate(error) ||
    (error instanceof Error && MESSAGES.test(error.message))
  );
}
