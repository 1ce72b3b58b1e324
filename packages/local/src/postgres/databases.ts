import pg from 'pg';

/** PostgreSQL's codes for existing databases and roles, and for two simultaneous creations. */
const existsAlready = new Set(['42P04', '42710', '23505']);

/**
 * Makes a database, as a copy of `template` when given.
 * @returns false when there was one of that name already (which stays as it is)
 */
export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<boolean> {
  return await withClient(adminUrl, async (client) => {
    const copy = template === undefined ? '' : ` TEMPLATE ${client.escapeIdentifier(template)}`;
    return await unlessThere(client, `CREATE DATABASE ${client.escapeIdentifier(name)}${copy}`);
  });
}

/** A database and the one role that may enter it. */
export interface OwnDatabase {
  readonly name: string;
  readonly role: string;
  readonly password: string;
}

/**
 * Makes a database that only its own role may enter, so that a process with its address can reach nothing else.
 * @returns the address for that role
 */
export async function ensureOwnDatabase(adminUrl: string, own: OwnDatabase): Promise<string> {
  await withRole(adminUrl, own, async (client, { role, database }) => {
    await unlessThere(client, `CREATE DATABASE ${database} OWNER ${role}`);
    await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${database}, postgres, template1 FROM PUBLIC`);
  });
  return addressOf(adminUrl, own);
}

/**
 * Makes a database that the superuser owns; `role` may enter it and create a schema of its own there, nothing else.
 * @returns the address for that role
 */
export async function ensureGuestDatabase(adminUrl: string, own: OwnDatabase): Promise<string> {
  await withRole(adminUrl, own, async (client, { role, database }) => {
    await unlessThere(client, `CREATE DATABASE ${database}`);
    await client.query(`ALTER DATABASE ${database} OWNER TO CURRENT_USER`);
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC`);
    await client.query(`GRANT CONNECT, CREATE ON DATABASE ${database} TO ${role}`);
  });
  return addressOf(adminUrl, own);
}

/** Creates a role with the right to log in only. @returns the role's address of the database */
export async function ensureLogin(adminUrl: string, own: OwnDatabase): Promise<string> {
  await withRole(adminUrl, own, async () => undefined);
  return addressOf(adminUrl, own);
}

type Quoted = Readonly<Record<'role' | 'database', string>>;

async function withRole(
  adminUrl: string,
  own: OwnDatabase,
  work: (client: pg.Client, quoted: Quoted) => Promise<void>,
): Promise<void> {
  await withClient(adminUrl, async (client) => {
    // Two simultaneous changes of roles would conflict in PostgreSQL's catalogue.
    await client.query('SELECT pg_advisory_lock(7431)');
    const role = client.escapeIdentifier(own.role);
    await unlessThere(client, `CREATE ROLE ${role} LOGIN`);
    await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(own.password)}`);
    await work(client, { role, database: client.escapeIdentifier(own.name) });
  });
}

function addressOf(adminUrl: string, { name, role, password }: OwnDatabase): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function unlessThere(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && existsAlready.has(error.code ?? '')) return false;
    throw error;
  }
}
