import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../src/entities.js';
import { buildDataSourceOptions } from '../src/platform/database/data-source.js';
import { createTestDatabase, type TestDatabase } from './database.js';

interface ColumnShape {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
}

describe('entities and migrations', () => {
  let testDatabase: TestDatabase;
  let database: DataSource;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await new DataSource(buildDataSourceOptions(testDatabase.url, ENTITIES)).initialize();
  });
  afterAll(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  it('agree on every column that is written: name, type, nullability, and none is missing', async () => {
    const declared: ColumnShape[] = database.entityMetadatas.flatMap((entity) =>
      entity.columns.map((column) => ({
        table: entity.tableName,
        column: column.databaseName,
        type: database.driver.normalizeType(column) + (column.isArray ? '[]' : ''),
        nullable: column.isNullable,
      })),
    );
    const tables = database.entityMetadatas.map((entity) => entity.tableName);
    const actual: ColumnShape[] = await database.query(
      `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
              NOT a.attnotnull AS nullable
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relname = ANY($1) AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
          AND a.attgenerated = ''`,
      [tables],
    );
    expect(tables.length).toBeGreaterThan(0);
    expect(sorted(declared)).toEqual(sorted(actual));
  });
});

function sorted(columns: ColumnShape[]): string[] {
  return columns
    .map(({ table, column, type, nullable }) => `${table}.${column} ${type}${nullable ? ' null' : ''}`)
    .toSorted();
}
