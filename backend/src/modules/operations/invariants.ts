import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../common/package-folder.js';

export interface Invariant {
  /** File name without its ending, e.g. `s2-held-not-negative`. */
  name: string;
  /** A query that returns the rows that break the invariant. */
  sql: string;
}

const FOLDER = fileURLToPath(new URL('invariants', packageFolder));

/** Reads the shop's invariants: queries that must return no row, used by specs, fault tests and production. */
export async function readInvariants(): Promise<Invariant[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/\.sql$/, ''),
      sql: await readFile(`${FOLDER}/${file}`, 'utf8'),
    })),
  );
}
