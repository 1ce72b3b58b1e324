import { z } from 'zod';

/** A database row with only its id. */
export const idRow = z.object({ id: z.number() });

/** A database row with only a count, as `count(*)::int AS n` returns it. */
export const countRow = z.object({ n: z.number() });

/** A database row with only the hash of a stored picture. */
export const hashRow = z.object({ hash: z.string() });

/** A database row with only a reference. */
export const refRow = z.object({ ref: z.string() });

/** A connection of TypeORM: a data source, a transaction or a query runner. */
export interface Connection {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Schema that checks and decodes one database row, as zod's schemas do. */
type RowSchema<T> = z.ZodType<T>;

/**
 * Runs SQL on one connection. Outside this folder no other class reads raw rows, so that every row is checked
 * against a schema.
 */
export class Database {
  constructor(private readonly connection: Connection) {}

  /**
   * Reads the rows of a query or of a RETURNING clause.
   * @throws Error naming the statement when a row does not match the schema
   */
  async rows<T>(schema: RowSchema<T>, text: string, values: readonly unknown[] = []): Promise<T[]> {
    const answer = await this.connection.query(text, [...values]);
    const rows = extractRows(answer);
    return rows.map((row) => {
      const parsed = schema.safeParse(row);
      if (parsed.success) return parsed.data;
      const { path = [], message = '' } = parsed.error.issues[0] ?? {};
      throw new Error(
        `A row does not fit its schema: ${path.join('.')} ${message}. Statement: ${text.trim()}`,
      );
    });
  }

  /**
   * Reads the first row of a query; undefined when there is none.
   * @throws Error as `rows`
   */
  async first<T>(schema: RowSchema<T>, text: string, values?: readonly unknown[]): Promise<T | undefined> {
    const [row] = await this.rows(schema, text, values);
    return row;
  }

  /** Runs a statement and tells whether it returned a row. */
  async exists(text: string, values: readonly unknown[] = []): Promise<boolean> {
    return extractRows(await this.connection.query(text, [...values])).length > 0;
  }

  /** Runs a statement whose result is not needed. */
  async run(text: string, values: readonly unknown[] = []): Promise<void> {
    await this.connection.query(text, [...values]);
  }

  /** Runs an UPDATE or DELETE. @returns the number of changed rows */
  async affected(text: string, values: readonly unknown[] = []): Promise<number> {
    const answer = await this.connection.query(text, [...values]);
    const count: unknown = Array.isArray(answer) ? answer[1] : undefined;
    if (typeof count !== 'number') throw new Error(`Not an UPDATE or DELETE: ${text.trim()}`);
    return count;
  }
}

/** Wraps a data source or a transaction, to run SQL on it. */
export function sql(connection: Connection): Database {
  return new Database(connection);
}

/** Extracts the rows of TypeORM's answer, which for UPDATE and DELETE is a pair of rows and their count. */
function extractRows(answer: unknown): unknown[] {
  if (!Array.isArray(answer)) return [];
  return Array.isArray(answer[0]) && typeof answer[1] === 'number' ? answer[0] : answer;
}

/** Collects the conditions of a generated SQL statement and the values of their placeholders. */
export class Where {
  private readonly conditions: string[] = [];
  private readonly parameters: unknown[] = [];

  get values(): readonly unknown[] {
    return this.parameters;
  }

  /** The SQL ` WHERE …`; empty without conditions. */
  get text(): string {
    return this.conditions.length === 0 ? '' : ` WHERE ${this.conditions.join(' AND ')}`;
  }

  /**
   * Adds a value to the statement's parameters.
   * @returns the value's placeholder
   */
  addParameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  /** Adds a condition that every row has to meet. */
  addCondition(condition: string): this {
    this.conditions.push(`(${condition})`);
    return this;
  }

  copy(): Where {
    const copy = new Where();
    copy.conditions.push(...this.conditions);
    copy.parameters.push(...this.parameters);
    return copy;
  }
}

/** The next rows after an id, at most so many. */
export interface IdPage {
  readonly after: number;
  readonly most: number;
}

/** Reads the ids of the next rows of `select`, in order; its condition uses `$1`, the key. */
export async function readNextIds(
  connection: Connection,
  select: string,
  key: number,
  { after, most }: IdPage,
): Promise<number[]> {
  const values = [key, after, most];
  const rows = await sql(connection).rows(idRow, `${select} AND id > $2 ORDER BY id LIMIT $3`, values);
  return rows.map(({ id }) => id);
}

/** Matches NUL and lone surrogates, which Postgres can store neither as text nor as JSON. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** Replaces characters that Postgres cannot store by U+FFFD. */
export const storableText = (text: string): string => text.replaceAll(UNSTORABLE, '\uFFFD');

/** Converts a value to JSON in which all texts and field names can be stored in Postgres. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'string') return storableText(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, of]) => [storableText(name), of]));
  });
}
