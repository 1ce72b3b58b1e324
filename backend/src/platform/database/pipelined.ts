import { sqlState } from './transaction.js';

/** SQLSTATEs that only follow from an earlier failure: transaction aborted, statement not prepared. */
const FOLLOW_UP_STATES = new Set(['25P02', '26000']);

/**
 * Awaits independent statements of one transaction, sent without waiting for each other's answers. Do not rely on their
 * order. @throws the first failure that is no follow-up of another, after all are settled
 */
export async function pipelined<const T extends readonly unknown[]>(
  ...statements: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(statements);
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (failures.length > 0)
    throw failures.find((error) => !FOLLOW_UP_STATES.has(sqlState(error))) ?? failures[0];
  return Promise.all(statements);
}
