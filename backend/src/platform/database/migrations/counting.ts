/**
 * Triggers that keep how many rows of a table are in each list. They count once per statement, because thousands of
 * changes in one transaction would cost their square.
 * @param list SQL of the list in which a row is
 */
export function countingOf(table: string, list: string): string {
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
    ${triggerOn('insert', 'NEW TABLE AS added', added)}
    ${triggerOn('delete', 'OLD TABLE AS removed', removed)}
    ${triggerOn('update', 'OLD TABLE AS removed NEW TABLE AS added', `${removed} UNION ALL ${added}`)}
  `;
}
