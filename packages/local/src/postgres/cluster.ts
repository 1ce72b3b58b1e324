import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '../process/private-json.js';
import { runProgram } from '../process/run-program.js';
import { withPrefix, type Placement } from './placement.js';

const markerSchema = z.object({
  password: z.string(),
  port: z.number().int().optional(),
  owner: z.object({ pid: z.number().int(), started: z.string() }).optional(),
});

/** The launcher's record of a cluster: the superuser's password, the last port, and the process that started it. */
export type ClusterMarker = z.infer<typeof markerSchema>;

const markerPath = (dataDir: string): string => join(dataDir, 'pax-cluster.json');

/** The marker, written after initdb; a folder without one holds at most an incomplete cluster. */
export function readMarker(dataDir: string): ClusterMarker | undefined {
  return readJsonFile(markerPath(dataDir), markerSchema);
}

/** Writes the marker next to the cluster's own files. */
export function writeMarker(dataDir: string, marker: ClusterMarker): void {
  writeJsonFile(markerPath(dataDir), marker);
}

/**
 * Creates an empty cluster unless there is one. The rest of an interrupted attempt is deleted.
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
    await initdb(placement, passwordFile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const marker = { password };
  writeMarker(dataDir, marker);
  chmodSync(dataDir, 0o700);
  return marker;
}

async function initdb(placement: Placement, passwordFile: string): Promise<void> {
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
  // PostgreSQL needs a readable working directory, and the caller's may be private.
  const { code, stderr } = await runProgram(command, args, {
    uid: placement.uid,
    gid: placement.gid,
    cwd: '/',
  });
  if (code !== 0) throw new Error(`initdb failed: ${stderr.trim()}`);
}
