/**
 * SQLSTATEs of a Postgres that is away, full or too slow: connection lost (08), out of resources (53), shut down
 * (57P), statement or lock waited too long (57014, 55P03), transaction idle too long (25P03), conflicts that several
 * tries did not mend (40001, 40P01).
 */
const SQL_STATES = /^(08...|53...|57P..|57014|55P03|25P0[34]|40001|40P01)$/;
const SOCKET_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What the driver and its pool say without a code. */
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed|after calling end on the pool|query runner (was )?already released|Connection is not established/i;

/** Whether a table was changed after a statement was prepared, which would answer with other columns now. */
export function isPlanOutOfDate(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/** Whether an error means "Postgres is away or overloaded; try again", not "we made a mistake". */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // A host with several addresses that all refuse comes as one error around many.
  if (error instanceof AggregateError) return error.errors.some((one) => isDatabaseUnavailable(one));
  const code = 'code' in error ? String(error.code) : '';
  return (
    SQL_STATES.test(code) ||
    SOCKET_CODES.test(code) ||
    isPlanOutOfDate(error) ||
    (error instanceof Error && MESSAGES.test(error.message))
  );
}
