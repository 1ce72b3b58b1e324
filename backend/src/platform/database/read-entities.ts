import { sqlState, type Tx } from './transaction.js';
import type { EntityTarget, ObjectLiteral } from 'typeorm';

/**
 * SQLSTATE codes of errors that only follow from an earlier failure: transaction aborted, statement not prepared.
 */
const FOLLOW_UP_STATES = new Set(['25P02', '26000']);

/**
 * Awaits independent statements of one transaction that were sent together, to save round trips; their order is not
 * defined.
 * @throws the first failure that does not follow from another, after all have finished
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

type EntityClass<E extends ObjectLiteral> = (new () => E) & EntityTarget<E>;

const selections = new WeakMap<object, string>();

/**
 * Reads entities with a cached column list, because TypeORM's `find` builds its statement at every call, a tenth of
 * a purchase's cost.
 * @param rest the SQL after the table's name
 */
export async function readEntities<E extends ObjectLiteral>(
  tx: Tx,
  entity: EntityClass<E>,
  rest: string,
  values: readonly unknown[],
): Promise<E[]> {
  const rows: object[] = await tx.query(`${selectClauseFor(tx, entity)} ${rest}`, [...values]);
  return rows.map((row) => Object.assign(new entity(), row));
}

function selectClauseFor<E extends ObjectLiteral>(tx: Tx, entity: EntityClass<E>): string {
  const known = selections.get(entity);
  if (known !== undefined) return known;
  const { columns, tableName } = tx.dataSource.getMetadata(entity);
  const names = columns.map(({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`);
  const selection = `SELECT ${names.join(', ')} FROM ${tableName}`;
  selections.set(entity, selection);
  return selection;
}
