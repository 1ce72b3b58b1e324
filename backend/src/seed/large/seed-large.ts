import type { DatabaseRoles } from '../../infra/database/data-source.js';
import { onOwnConnection } from '../../infra/database/own-connection.js';
import { ACCOUNT_ROWS, ACCOUNTS, SPENDING } from './accounts.js';
import { CHECKOUTS, PURCHASE_ROWS, PURCHASES } from './purchases.js';
import { TICKET_ROWS, TICKETS } from './tickets.js';

/** How much is put in. */
export interface LargeSizes {
  readonly orders: number;
  readonly users: number;
  readonly tickets: number;
}
export const LARGE: LargeSizes = { orders: 100_000, users: 20_000, tickets: 5_000 };

/** What asks for it, with its number of orders when that is not the whole. */
const FLAG = /^--large(?:=([1-9]\d{2,4}|100000))?$/;

/**
 * How much a program's arguments ask for: `--large`, or `--large=<orders>` from 100 to 100,000 with users and tickets
 * in proportion. @throws Error for any other argument
 */
export function largeSizes(args: readonly string[]): LargeSizes | undefined {
  const [asked] = args;
  if (asked === undefined) return undefined;
  const found = FLAG.exec(asked);
  if (!found || args.length > 1) throw new Error('the seed takes --large or --large=<100 to 100000 orders>');
  const orders = Number(found[1] ?? LARGE.orders);
  const share = orders / LARGE.orders;
  return { orders, users: Math.ceil(LARGE.users * share), tickets: Math.ceil(LARGE.tickets * share) };
}

/** Tables that the panel's lists read, whose plans need statistics. */
const TABLES =
  'users, user_balances, list_counts, orders, tickets, checkouts, checkout_lines, ledger_journal, ledger_lines, ledger_balances';

/** A statement over a whole set may take longer than a call's, ms. */
const STATEMENT_MS = 300_000;

/**
 * Puts the content of a shop after years beside the demo's, once, with every invariant kept, by statements over whole
 * sets: as the owner of the tables, since the role of the runtime may make no temporary ones.
 */
export async function seedLarge(
  { migrationDatabaseUrl }: Pick<DatabaseRoles, 'migrationDatabaseUrl'>,
  sizes: LargeSizes = LARGE,
): Promise<void> {
  await onOwnConnection(migrationDatabaseUrl, STATEMENT_MS, async (database) => {
    await database.run('BEGIN');
    await database.run("SELECT pg_advisory_xact_lock(hashtext('seed'))");
    const isThere = "SELECT FROM ledger_journal WHERE idempotency_key = 'seed:large:stock'";
    if (await database.exists(isThere)) return;
    for (const statement of statementsFor(sizes)) {
      await database.run(statement);
      const [, filled] = /^\s*(?:INSERT INTO|CREATE TEMP TABLE) (\w+)/.exec(statement) ?? [];
      // Without statistics of what was just put in, each foreign key is looked up by reading the whole table.
      if (filled !== undefined) await database.run(`ANALYZE ${filled}`);
    }
    await database.run('COMMIT');
    await database.run(`VACUUM (ANALYZE) ${TABLES}`);
  });
}

const statementsFor = ({ orders, users, tickets }: LargeSizes): string[] => [
  withNumbers(ACCOUNTS, users),
  ...ACCOUNT_ROWS,
  withNumbers(PURCHASES, orders, users),
  CHECKOUTS,
  ...PURCHASE_ROWS,
  SPENDING,
  withNumbers(TICKETS, tickets, users),
  ...TICKET_ROWS,
];

/** A statement that makes a table takes no parameters; these are numbers of the program. */
const withNumbers = (statement: string, ...numbers: readonly number[]): string =>
  numbers.reduce((text, number, at) => text.replaceAll(`$${at + 1}`, String(Math.trunc(number))), statement);
