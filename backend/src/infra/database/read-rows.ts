import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Tx } from './transaction.js';

type EntityClass<E extends ObjectLiteral> = (new () => E) & EntityTarget<E>;

const selections = new WeakMap<object, string>();

/**
 * Reads whole rows of an entity, as TypeORM's `find` does, which writes its statement and looks up each column anew at
 * every call: a tenth of what a purchase costs. For what every purchase reads, and what `find` can't say.
 * @param rest what follows the table's name, as SQL: the condition, the order, the lock
 */
export async function readRows<E extends ObjectLiteral>(
  tx: Tx,
  entity: EntityClass<E>,
  rest: string,
  values: readonly unknown[],
): Promise<E[]> {
  const rows: object[] = await tx.query(`${selectionOf(tx, entity)} ${rest}`, [...values]);
  return rows.map((row) => Object.assign(new entity(), row));
}

function selectionOf<E extends ObjectLiteral>(tx: Tx, entity: EntityClass<E>): string {
  const known = selections.get(entity);
  if (known !== undefined) return known;
  const { columns, tableName } = tx.dataSource.getMetadata(entity);
  const names = columns.map(({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`);
  const selection = `SELECT ${names.join(', ')} FROM ${tableName}`;
  selections.set(entity, selection);
  return selection;
}
