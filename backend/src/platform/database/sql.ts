import { z } from 'zod';

/** A row with nothing but its id. */
export const idRow = z.object({ id: z.number() });

/** A row of `count(*)::int AS n`. */
export const countRow = z.object({ n: z.number() });

/** A row with nothing but the hash of a stored picture. */
export const hashRow = z.object({ hash: z.string() });

/** A row with nothing but a reference. */
export const refRow = z.object({ ref: z.string() });

/** A connection of TypeORM: the data source, a transaction or a runner. */
export interface Connection {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Decodes one row, as zod's schemas do. */
export type RowSchema<T> = z.ZodType<T>;

/** SQL on one connection; the only way to raw rows outside this folder, so that no row is typed without a check. */
export class Database {
  constructor(private readonly connection: Connection) {}

  /** The rows of a query or of a RETURNING clause. @throws Error naming the statement whose rows do not fit */
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

  /** The first row, or undefined. @throws Error as `rows` */
  async first<T>(schema: RowSchema<T>, text: string, values?: readonly unknown[]): Promise<T | undefined> {
    const [row] = await this.rows(schema, text, values);
    return row;
  }

  /** Runs a statement and tells whether it returned a row. */
  async exists(text: string, values: readonly unknown[] = []): Promise<boolean> {
    return extractRows(await this.connection.query(text, [...values])).length > 0;
  }

  /** Runs a statement without result. */
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

/** The database behind a data source or a transaction. */
export function sql(connection: Connection): Database {
  return new Database(connection);
}

/** TypeORM answers UPDATE and DELETE with rows and their count, everything else with rows. */
function extractRows(answer: unknown): unknown[] {
  if (!Array.isArray(answer)) return [];
  return Array.isArray(answer[0]) && typeof answer[1] === 'number' ? answer[0] : answer;
}

/** Conditions of a generated statement, and the values of their placeholders. */
export class Where {
  private readonly conditions: string[] = [];
  private readonly parameters: unknown[] = [];

  get values(): readonly unknown[] {
    return this.parameters;
  }

  /** ` WHERE …`, or nothing without conditions. */
  get text(): string {
    return this.conditions.length === 0 ? '' : ` WHERE ${this.conditions.join(' AND ')}`;
  }

  /** Adds a value. @returns its placeholder */
  value(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  /** Adds a condition that every row has to meet. */
  add(condition: string): this {
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
