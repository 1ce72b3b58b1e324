import pg from 'pg';
import { isPlanOutOfDate } from '../../common/database-unavailable.js';

/** More texts than the shop has statements; lists of unknown length in a text could make ever more of them. */
const MAX_NAMES = 1_000;

/**
 * A connection whose statements Postgres reads and plans once, not at every call: a third of its work for a purchase.
 * What is sent with values gets a name; the name and the text belong together for as long as the process lives.
 */
export class PreparingClient extends pg.Client {
  private static names = new Map<string, string>();
  private static generation = 0;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const query: unknown = Reflect.get(this, 'query');
    if (typeof query !== 'function') throw new Error('a connection that can’t be asked');
    const value = (text: unknown, values: unknown, ...rest: unknown[]): unknown =>
      renamingStalePlans(Reflect.apply(query, this, [prepared(text, values), values, ...rest]));
    Object.defineProperty(this, 'query', { value, configurable: true });
    // Its end may come in one packet with its beginning, before anybody who was given it listens; the next call says so.
    this.on('error', () => undefined);
  }

  /** The name of a text, the same for every connection; undefined when there are too many. */
  static nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MAX_NAMES) return known;
    const name = `shop-${this.generation}-${this.names.size}`;
    this.names.set(text, name);
    return name;
  }

  /** Gives every text a new name, so that all are prepared anew. */
  static resetNames(): void {
    this.generation += 1;
    this.names.clear();
  }
}

function prepared(text: unknown, values: unknown): unknown {
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return text;
  return { text, name: PreparingClient.nameOf(text) };
}

/** After a change of a table the next call works again; this one fails as one that may be tried again. */
function renamingStalePlans(answer: unknown): unknown {
  if (!(answer instanceof Promise)) return answer;
  return answer.catch((error: unknown) => {
    if (isPlanOutOfDate(error)) PreparingClient.resetNames();
    throw error;
  });
}
