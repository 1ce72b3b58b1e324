import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Counted {
  readonly table: string;
  /** The list in which a row is. */
  readonly list: string;
}

const COUNTED: readonly Counted[] = [
  { table: 'orders', list: `'orders:' || status` },
  { table: 'tickets', list: `'tickets:' || status` },
  { table: 'users', list: `CASE WHEN deleted_at IS NULL THEN 'users:present' ELSE 'users:deleted' END` },
];

/** How many orders, tickets and accounts are in each state, kept with each change instead of counted. */
export class ListCounts1700000000036 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- A count is the sum of its rows: transactions at once change different ones, so that none waits for another.
      CREATE TABLE list_counts (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        list text NOT NULL,
        n int NOT NULL
      );
      CREATE FUNCTION count_in_list(counted text, change int) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE list_counts SET n = n + change
         WHERE id = (SELECT id FROM list_counts WHERE list = counted LIMIT 1 FOR UPDATE SKIP LOCKED);
        IF NOT FOUND THEN INSERT INTO list_counts (list, n) VALUES (counted, change); END IF;
      END $$;
    `);
    for (const counted of COUNTED) await db.query(countingOf(counted));
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { table } of COUNTED)
      for (const event of ['insert', 'delete', 'update'])
        await db.query(`
          DROP TRIGGER ${table}_${event} ON ${table};
          DROP FUNCTION count_${table}_${event};
        `);
    await db.query('DROP FUNCTION count_in_list; DROP TABLE list_counts');
  }
}

/** Counts once per statement, because thousands of changes of one row in one transaction would cost their square. */
const countingOf = ({ table, list }: Counted): string => {
  const removed = `SELECT ${list} AS list, -1 AS n FROM removed`;
  const added = `SELECT ${list} AS list, 1 AS n FROM added`;
  const triggerOn = (event: string, tables: string, changes: string): string => `
    CREATE FUNCTION count_${table}_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM count_in_list(list, n)
         FROM (SELECT list, sum(n)::int AS n FROM (${changes}) AS each GROUP BY 1 HAVING sum(n) <> 0) AS changes;
      RETURN NULL;
    END $$;
    CREATE TRIGGER ${table}_${event} AFTER ${event} ON ${table} REFERENCING ${tables}
      FOR EACH STATEMENT EXECUTE FUNCTION count_${table}_${event}();
  `;
  return `
    -- What comes meanwhile would be counted by neither.
    LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE;
    INSERT INTO list_counts (list, n) SELECT ${list}, count(*) FROM ${table} GROUP BY 1;
    ${triggerOn('insert', 'NEW TABLE AS added', added)}
    ${triggerOn('delete', 'OLD TABLE AS removed', removed)}
    ${triggerOn('update', 'OLD TABLE AS removed NEW TABLE AS added', `${removed} UNION ALL ${added}`)}
  `;
};
