import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { describeError } from '../platform/describe-error.js';
import { ENTITIES } from '../entities.js';
import { buildDataSourceOptions } from '../platform/database/data-source.js';
import { runTransaction, type Tx } from '../platform/database/transaction.js';
import { sqlState } from '../platform/database/database-errors.js';
import {
  createOperator,
  issueCodeOnServer,
  OperatorError,
  revokeOperator,
} from '../people/sign-in/admin-code/operator-accounts.js';
import { resetSecondStep } from '../people/second-step/remove-step-method.js';
import { readSettings, type Settings } from '../settings.js';

const USAGE =
  'Usage: admin create <username> | admin code [<username>] | admin revoke <username>\n       admin reset-second-step <username>';
/**
 * SQLSTATE codes of Postgres for an undefined table and an undefined column: the schema is older than the
 * program.
 */
const OLD_SCHEMA = new Set(['42P01', '42703']);

/** Texts that a command prints: its result to standard output, and a note to standard error. */
type CommandOutput = readonly [output: string, note: string];
const formatCodeOutput = ({ code }: { code: string }): CommandOutput => [
  code,
  'Enter it at /admin, quick access, within ten minutes. It works once.',
];

/**
 * Parses the arguments of the operator's command line.
 * @throws OperatorError with the usage when it is invalid
 */
function parseCommand(
  [name, username, ...more]: string[],
  settings: Settings,
): (tx: Tx) => Promise<CommandOutput> {
  const now = new Date();
  const { adminDiscordIds } = settings;
  if (more.length === 0 && name === 'code')
    return async (tx) => formatCodeOutput(await issueCodeOnServer(tx, { username, adminDiscordIds, now }));
  if (more.length > 0 || username === undefined) throw new OperatorError(USAGE);
  if (name === 'create') return async (tx) => formatCodeOutput(await createOperator(tx, { username, now }));
  if (name === 'reset-second-step')
    return async (tx) => {
      await resetSecondStep(tx, { username });
      return ['', 'The second step is gone and all sessions of the account have ended.'];
    };
  if (name !== 'revoke') throw new OperatorError(USAGE);
  return async (tx) => {
    await revokeOperator(tx, { username });
    return ['', 'The account is an admin no longer; its sessions and codes have ended.'];
  };
}

/** Runs an operator's command on the server. */
async function main(): Promise<void> {
  const settings = readSettings();
  const command = parseCommand(process.argv.slice(2), settings);
  const database = await new DataSource(buildDataSourceOptions(settings.databaseUrl, ENTITIES)).initialize();
  try {
    const { result } = await runTransaction(database, command);
    const [output, note] = result;
    if (output !== '') process.stdout.write(`${output}\n`);
    process.stderr.write(`${note}\n`);
  } finally {
    await database.destroy();
  }
}

function describeFailure(error: unknown): string {
  if (OLD_SCHEMA.has(sqlState(error)))
    return 'The database is not at the newest schema: run node backend/dist/programs/migrate.js first.';
  return error instanceof OperatorError ? error.message : describeError(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
