import pg from 'pg';
import { isPreparedPlanStale } from './database-errors.js';

/**
 * Prefix of a statement that Postgres plans anew at each call: a search, whose best plan depends on the search
 * text.
 */
export const PLAN_ANEW = '/* plan anew */';

/**
 * Limit of prepared statements in the cache: more than the shop has, but generated lists could add ever more texts.
 */
const MAX_NAMES = 1_000;

/**
 * A database connection that sends statements as named prepared statements, because parsing and planning took a
 * third of Postgres's work for a purchase.
 */
export class PreparedStatementClient extends pg.Client {
  private static names = new Map<string, string>();
  private static generation = 0;
  /** Number of statements that this process has sent. */
  static statements = 0;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const query: unknown = Reflect.get(this, 'query');
    if (typeof query !== 'function')
      throw new Error('pg.Client has no query method. Check the version of pg.');
    const value = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      PreparedStatementClient.statements += 1;
      return resetNamesOnStalePlan(
        Reflect.apply(query, this, [toPreparedStatement(text, values), values, ...rest]),
      );
    };
    Object.defineProperty(this, 'query', { value, configurable: true });
    // Ignores the event, because the connection may end before the pool listens; the next call reports the error.
    this.on('error', () => undefined);
  }

  /** The name of a statement's text, equal on all connections; undefined when the cache is full. */
  static statementName(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MAX_NAMES) return known;
    const name = `shop-${this.generation}-${this.names.size}`;
    this.names.set(text, name);
    return name;
  }

  /** Renames all statements, so that they are prepared again. */
  static resetNames(): void {
    this.generation += 1;
    this.names.clear();
  }
}

function toPreparedStatement(text: unknown, values: unknown): unknown {
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return text;
  if (text.startsWith(PLAN_ANEW)) return text;
  return { text, name: PreparedStatementClient.statementName(text) };
}

/**
 * Resets the names after a stale plan, so that the next call works; the present call fails with a retryable error.
 */
function resetNamesOnStalePlan(answer: unknown): unknown {
  if (!(answer instanceof Promise)) return answer;
  return answer.catch((error: unknown) => {
    if (isPreparedPlanStale(error)) PreparedStatementClient.resetNames();
    throw error;
  });
}
