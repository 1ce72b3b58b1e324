import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { findProgram } from '../process/find-program.js';
import { runProgram } from '../process/run-program.js';
import { binariesIn, type PostgresBinaries } from './binaries.js';

/** Id of the unprivileged account that every Linux has ("nobody"). */
const nobody = 65534;
/** Folder for root's files that "nobody" must be able to read. */
const sharedFolder = '/var/lib/pax-sandbox';

/** The user, programs and folder with which PostgreSQL runs, since it refuses to run as root. */
export interface Placement {
  readonly binaries: PostgresBinaries;
  readonly dataDir: string;
  /** Command prefix that runs a program in a namespace in which it is not root. */
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** The way in which root drops its privileges: a user namespace, or a change of user. */
export type RootMode = 'namespace' | 'drop';

/**
 * Decides user and folder, since PostgreSQL refuses root: root runs it in a user namespace, or as "nobody" on a copy.
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
  if (process.getuid() !== 0 && hasName()) return plain;

  const unshare = findProgram(['unshare'], '/usr/bin:/bin') ?? 'unshare';
  const prefix = [unshare, '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];
  const moved = movedDataDir(dataDir);
  if (rootMode === 'namespace' && !existsSync(moved) && (await reaches(binaries, dataDir, { prefix }))) {
    return { ...plain, prefix };
  }
  return process.getuid() === 0 ? await dropRights(binaries, dataDir) : plain;
}

/** Folders that may hold the data of `dataDir`, for deleting it. */
export function dataFolders(dataDir: string): string[] {
  return [dataDir, movedDataDir(dataDir)];
}

/** A command line, run through the prefix when there is one. */
export function withPrefix(
  prefix: readonly string[],
  program: string,
  args: readonly string[],
): [command: string, ...args: string[]] {
  const [first, ...rest] = prefix;
  return first === undefined ? [program, ...args] : [first, ...rest, program, ...args];
}

/** initdb looks its user up by name and gives up on a bare number. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function movedDataDir(dataDir: string): string {
  return join(sharedFolder, createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16));
}

/** Tells whether a process with this placement could run the programs and write to the folder. */
async function reaches(
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

async function dropRights(binaries: PostgresBinaries, dataDir: string): Promise<Placement> {
  const owner = statSync(dataDir);
  const uid = owner.uid === 0 ? nobody : owner.uid;
  const gid = owner.uid === 0 ? nobody : owner.gid;
  const moved = movedDataDir(dataDir);

  if (!existsSync(moved)) {
    giveTo(dataDir, uid, gid);
    if (await reaches(binaries, dataDir, { uid, gid })) return { binaries, dataDir, prefix: [], uid, gid };
    giveTo(dataDir, owner.uid, owner.gid);
  }
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  moveData(dataDir, moved);
  giveTo(moved, uid, gid);
  return { binaries: sharedCopy(binaries), dataDir: moved, prefix: [], uid, gid };
}

/** Moves the data of an earlier start, which could still use the first folder. */
function moveData(from: string, to: string): void {
  if (existsSync(to)) return;
  const draft = `${to}.${process.pid}`;
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o700);
  renameSync(draft, to);
  for (const entry of readdirSync(from)) rmSync(join(from, entry), { recursive: true, force: true });
}

/** A copy of the programs that everybody can run, created once per version. */
function sharedCopy(binaries: PostgresBinaries): PostgresBinaries {
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

/** Changes the owner of a folder and its content, unless the user owns it already. */
function giveTo(path: string, uid: number, gid: number): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  if (found.uid !== uid) chownSync(path, uid, gid);
  if (found.isDirectory()) {
    for (const entry of readdirSync(path)) giveTo(join(path, entry), uid, gid);
  }
}
