import { sqlState } from './transaction.js';

/**
 * What Postgres says of statements because an earlier one failed: that the transaction is aborted, or – of one that was
 * to be prepared by its twin before it – that it does not know it.
 */
const FOLLOW_UP_STATES = new Set(['25P02', '26000']);

/**
 * Waits for statements of one transaction that do not need each other's answers: they travel without waiting for each
 * other. Postgres does one after the other, in an order that nobody may rely on; what is to be locked first is awaited
 * first. When one fails the rest is waited for as well, so that none is under way any more.
 * @throws the reason of the first that failed by itself, not because another had failed before
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
