import pg from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';

/** SQLSTATE codes: insufficient privilege, and wrong password or unknown login. */
const NOT_ALLOWED = '42501';
const LOGIN_FAILED = new Set(['28P01', '28000']);
/** Name of the trigger function of every append-only table. */
const APPEND_ONLY = 'refuse_change';

/** Parses user and password from a connection string, as the Postgres driver does. */
const parseLogin = (connectionString: string): { user: string; password: string } => {
  const { user = '', password } = new pg.Client({ connectionString });
  return { user, password: typeof password === 'string' ? password : '' };
};

/**
 * Creates the role of `runtimeUrl` if missing and grants it rights over rows only; does nothing for the owner.
 * @throws Error with the statement to run when the owner may not create the role
 */
export async function ensureRuntimeRole(owner: QueryRunner, runtimeUrl: string): Promise<void> {
  const { user: role } = parseLogin(runtimeUrl);
  const [found]: { owner: string; exists: boolean }[] = await owner.query(
    'SELECT current_user AS owner, EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) AS exists',
    [role],
  );
  if (role === '' || role === found?.owner) return;
  const name = pg.escapeIdentifier(role);
  if (found?.exists !== true) await runOrExplain(owner, runtimeUrl, `CREATE ROLE ${name} LOGIN`);
  await grantRowRights(owner, name);
  if (await canLogIn(runtimeUrl)) return;
  await runOrExplain(owner, runtimeUrl, `ALTER ROLE ${name} LOGIN`);
}

/** Tells whether the connections' role owns the tables: directly, through another role, or as a superuser. */
export async function canAlterTables(database: DataSource): Promise<boolean> {
  const rows: { may: boolean }[] = await database.query(
    "SELECT pg_has_role(relowner, 'USAGE') AS may FROM pg_class WHERE oid = 'orders'::regclass",
  );
  return rows[0]?.may === true;
}

/** Replaces all rights of the runtime role in one transaction, so that a running backend never lacks one. */
async function grantRowRights(owner: QueryRunner, name: string): Promise<void> {
  const tables: { relname: string }[] = await owner.query(
    `SELECT DISTINCT c.relname FROM pg_trigger t
       JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE p.proname = $1 AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    [APPEND_ONLY],
  );
  const appendOnly = tables.map(({ relname }) => `public.${pg.escapeIdentifier(relname)}`);
  const [here]: { database: string }[] = await owner.query(
    'SELECT quote_ident(current_database()) AS database',
  );
  const database = here?.database ?? '';
  await owner.startTransaction();
  try {
    for (const statement of [
      `REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${name}`,
      `REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${name}`,
      `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${name}`,
      `GRANT CONNECT ON DATABASE ${database} TO ${name}`,
      `GRANT USAGE ON SCHEMA public TO ${name}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name}`,
      `REVOKE ALL ON public.migrations FROM ${name}`,
      ...(appendOnly.length === 0 ? [] : [`REVOKE UPDATE, DELETE ON ${appendOnly.join(', ')} FROM ${name}`]),
    ])
      await owner.query(statement);
    await owner.commitTransaction();
  } catch (error) {
    await owner.rollbackTransaction();
    throw error;
  }
}

/**
 * Tells whether the role can log in with its password; false only for a refused login, not for an unreachable
 * server.
 */
async function canLogIn(runtimeUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: runtimeUrl });
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !(error instanceof pg.DatabaseError && LOGIN_FAILED.has(error.code ?? ''));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Runs a statement that contains the role's password.
 * @throws Error with the statement to run by hand when it is not permitted
 */
async function runOrExplain(owner: QueryRunner, runtimeUrl: string, statement: string): Promise<void> {
  const { password } = parseLogin(runtimeUrl);
  try {
    await owner.query(`${statement} PASSWORD ${pg.escapeLiteral(password)}`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === NOT_ALLOWED)) throw error;
    const advice = `The role of DATABASE_URL cannot log in, and that of MIGRATION_DATABASE_URL may not change it.`;
    throw new Error(`${advice} As a superuser run: ${statement} PASSWORD '…'`, { cause: error });
  }
}
