import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { dataFolders } from '../postgres/binaries-and-user.js';
import { readPostmaster } from '../postgres/start-postgres.js';
import { isAlive } from '../process/process-handle.js';
import { findFreePort } from '../process/ports.js';
import type { ShopPrograms } from '../supervisor/start-child.js';
import { readSettings } from '../settings.js';

const createProgram = (name: string, ...args: string[]): { file: string; args: string[] } => ({
  file: fileURLToPath(new URL(`bin/${name}.mjs`, import.meta.url)),
  args,
});

/** Small programs that replace the real programs of the shop in specs. */
export const fakePrograms: ShopPrograms = {
  standIns: createProgram('fake-stand-ins'),
  seed: createProgram(
    'fake-program',
    'seeded',
    '[{"username":"mia","password":"mia-mia","role":"customer"}]',
  ),
  backend: createProgram('fake-backend'),
  bot: createProgram('fake-bot'),
  adminCode: { ...createProgram('fake-program', 'CODE-FOR-ONE'), confidential: true },
};

export const signalIgnoringBot: ShopPrograms['bot'] = createProgram('fake-bot', 'stubborn');

/** A program that prints the given message and fails. */
export const failingProgram = (...words: string[]): ShopPrograms['seed'] =>
  createProgram('fake-program', 'fail', ...words);

/** A temporary data folder, and two ports that no other installation uses. */
export interface FakeInstallation {
  readonly environment: Record<string, string>;
  readonly dataDir: string;
  readonly shopUrl: string;
  remove(): void;
}

/** Creates an installation in which a fake shop can run. */
export async function fakeInstallation(): Promise<FakeInstallation> {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'pax-shop-')), 'data');
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  return {
    dataDir,
    shopUrl: `http://127.0.0.1:${port}`,
    environment: {
      // The search path is fixed, so that every start of the installation finds the same programs.
      PATH: readSettings().searchPath,
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
    },
    remove: () => {
      for (const place of dataFolders(join(dataDir, 'postgres')))
        rmSync(place, { recursive: true, force: true });
      rmSync(join(dataDir, '..'), { recursive: true, force: true });
    },
  };
}

/** Reads the pids of all processes of an installation, by name, from the files of its run. */
export function readPids(dataDir: string): Record<string, number> {
  const schema = z.object({ children: z.record(z.string(), z.object({ pid: z.number() })) });
  const { children } = schema.parse(JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')));
  const pids = Object.fromEntries(Object.entries(children).map(([name, { pid }]) => [name, pid]));
  const places = dataFolders(join(dataDir, 'postgres'));
  const postgres = places.map((place) => readPostmaster(place)?.pid).find((pid) => pid !== undefined);
  return postgres === undefined ? pids : { ...pids, postgres };
}

/** Finds processes that still run; on Linux, also those with the installation's data folder in their command line. */
export function findLeftovers(dataDir: string, pids: Record<string, number>): string[] {
  const named = Object.entries(pids)
    .filter(([, pid]) => isAlive(pid))
    .map(([name]) => name);
  if (process.platform !== 'linux') return named;
  const others = readdirSync('/proc').filter(
    (entry) => /^\d+$/.test(entry) && readCommandLine(entry).includes(dataDir),
  );
  return [...named, ...others.filter((pid) => isAlive(Number(pid))).map((pid) => readCommandLine(pid))];
}

function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
