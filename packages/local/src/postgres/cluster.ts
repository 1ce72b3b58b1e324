import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '../process/private-json.js';
import { runProgram } from '../process/programs.js';
import { withPrefix, type Placement } from './binaries-and-user.js';
import pg from 'pg';

const markerSchema = z.object({
  password: z.string(),
  port: z.number().int().optional(),
  owner: z.object({ pid: z.number().int(), started: z.string() }).optional(),
});

/**
 * Stored facts about a database cluster: the superuser's password, the last port, and the process that started
 * PostgreSQL.
 */
export type ClusterMarker = z.infer<typeof markerSchema>;

const markerFile = (dataDir: string): string => join(dataDir, 'pax-cluster.json');

/**
 * Name of the marker file, which is written after initdb; a folder without it contains an incomplete cluster at most.
 */
export function readMarker(dataDir: string): ClusterMarker | undefined {
  return readJsonFile(markerFile(dataDir), markerSchema);
}

/** Writes the marker file beside the cluster's own files. */
export function writeMarker(dataDir: string, marker: ClusterMarker): void {
  writeJsonFile(markerFile(dataDir), marker);
}

/**
 * Creates an empty database cluster unless one exists. Files of an interrupted attempt are deleted.
 * @throws Error with initdb's output
 */
export async function ensureCluster(placement: Placement): Promise<ClusterMarker> {
  const { dataDir } = placement;
  const known = readMarker(dataDir);
  if (known !== undefined) return known;
  if (existsSync(join(dataDir, 'PG_VERSION')) && existsSync(join(dataDir, 'postmaster.pid'))) {
    throw new Error(`${dataDir} holds a PostgreSQL cluster that is in use and was not made by this launcher`);
  }
  for (const entry of readdirSync(dataDir)) rmSync(join(dataDir, entry), { recursive: true, force: true });

  const password = randomBytes(24).toString('base64url');
  const folder = mkdtempSync(join(tmpdir(), 'pax-initdb-'));
  const passwordFile = join(folder, 'password');
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (placement.uid !== undefined) {
      chownSync(folder, placement.uid, placement.gid ?? placement.uid);
      chownSync(passwordFile, placement.uid, placement.gid ?? placement.uid);
    }
    await runInitdb(placement, passwordFile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const marker = { password };
  writeMarker(dataDir, marker);
  chmodSync(dataDir, 0o700);
  return marker;
}

async function runInitdb(placement: Placement, passwordFile: string): Promise<void> {
  const locale =
    process.platform === 'linux'
      ? ['--locale=C.UTF-8']
      : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const flags = [
    '-D',
    placement.dataDir,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
  ];
  flags.push('--no-sync', '-E', 'UTF8', ...locale);
  const [command, ...args] = withPrefix(placement.prefix, placement.binaries.initdb, flags);
  // PostgreSQL needs a readable working directory, and the caller's may be unreadable for its user.
  const { code, stderr } = await runProgram(command, args, {
    uid: placement.uid,
    gid: placement.gid,
    cwd: '/',
  });
  if (code !== 0) throw new Error(`initdb failed: ${stderr.trim()}`);
}

/**
 * PostgreSQL's error codes for databases and roles that already exist, and for two that were created simultaneously.
 */
const ALREADY_EXISTS = new Set(['42P04', '42710', '23505']);

/**
 * Creates a database, as a copy of `template` if given.
 * @returns false when a database of that name already exists
 */
export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<boolean> {
  return await withClient(adminUrl, async (client) => {
    const copy = template === undefined ? '' : ` TEMPLATE ${client.escapeIdentifier(template)}`;
    return await createUnlessExists(client, `CREATE DATABASE ${client.escapeIdentifier(name)}${copy}`);
  });
}

/** A database, and the only role that may connect to it. */
export interface OwnDatabase {
  readonly name: string;
  readonly role: string;
  readonly password: string;
}

/**
 * Creates a database that only its own role may connect to, so that a process with its address can reach nothing else.
 * @returns the database's address for that role
 */
export async function ensureOwnDatabase(adminUrl: string, own: OwnDatabase): Promise<string> {
  await withRole(adminUrl, own, async (client, { role, database }) => {
    await createUnlessExists(client, `CREATE DATABASE ${database} OWNER ${role}`);
    await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${database}, postgres, template1 FROM PUBLIC`);
  });
  return addressFor(adminUrl, own);
}

/**
 * Creates a database that the superuser owns; `role` may connect and create its own schema there, nothing else.
 * @returns the database's address for that role
 */
export async function ensureGuestDatabase(adminUrl: string, own: OwnDatabase): Promise<string> {
  await withRole(adminUrl, own, async (client, { role, database }) => {
    await createUnlessExists(client, `CREATE DATABASE ${database}`);
    await client.query(`ALTER DATABASE ${database} OWNER TO CURRENT_USER`);
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC`);
    await client.query(`GRANT CONNECT, CREATE ON DATABASE ${database} TO ${role}`);
  });
  return addressFor(adminUrl, own);
}

/** Creates a role that may only log in. @returns the database's address for the role */
export async function ensureLogin(adminUrl: string, own: OwnDatabase): Promise<string> {
  await withRole(adminUrl, own, async () => undefined);
  return addressFor(adminUrl, own);
}

type Quoted = Readonly<Record<'role' | 'database', string>>;

async function withRole(
  adminUrl: string,
  own: OwnDatabase,
  work: (client: pg.Client, quoted: Quoted) => Promise<void>,
): Promise<void> {
  await withClient(adminUrl, async (client) => {
    // Roles are changed one after another, since two simultaneous changes would conflict in PostgreSQL's catalogue.
    await client.query('SELECT pg_advisory_lock(7431)');
    const role = client.escapeIdentifier(own.role);
    await createUnlessExists(client, `CREATE ROLE ${role} LOGIN`);
    await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(own.password)}`);
    await work(client, { role, database: client.escapeIdentifier(own.name) });
  });
}

function addressFor(adminUrl: string, { name, role, password }: OwnDatabase): string {
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

async function createUnlessExists(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && ALREADY_EXISTS.has(error.code ?? '')) return false;
    throw error;
  }
}
