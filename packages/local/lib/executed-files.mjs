/** Records which files each spec executes: written by `npm test -- --record`, read by `npm test -- --changed`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Folder with one file per spec, so that parallel specs can record without waiting for each other. */
const folder = join(root, 'node_modules', '.cache', 'executed-files');
const SPEC = /spec\.tsx?$/;

/**
 * Stores the list of files that a spec executed. Paths are from the root, without extension.
 * @param {string} spec path from the root @param {Iterable<string>} files
 */
export function recordExecutedFiles(spec, files) {
  mkdirSync(folder, { recursive: true });
  const name = `${spec.replaceAll(/[^\w.-]/g, '_')}.json`;
  writeFileSync(join(folder, name), JSON.stringify({ spec, files: [...files].toSorted() }));
}

/** Reads all recorded specs, each with the files that it executed. @returns {Map<string, readonly string[]>} */
export function readRecordedSpecs() {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder).map((name) => {
      /** @type {{ spec: string, files: string[] }} */
      const { spec, files } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      return [spec, files];
    }),
  );
}

/**
 * Lists new files, and files that differ from a commit.
 * @param {string} [since] by default the commit where this branch left main; on main, the commit before
 */
export function listChangedFiles(since) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const base = since ?? findBaseCommit(git);
  const listed = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(listed.join('\n').split('\n'))].filter((path) => path !== '');
}

/** @param {(...args: string[]) => string} git */
function findBaseCommit(git) {
  const head = git('rev-parse', 'HEAD').trim();
  const base = git('merge-base', 'HEAD', 'main').trim();
  return base === head ? 'HEAD~1' : base;
}

/**
 * Chooses specs for changed files: those that executed a changed file, changed specs, and the specs in a changed file's
 * folder when no recorded spec executed it.
 * @param {readonly string[]} changed @param {ReadonlyMap<string, readonly string[]>} recorded @param {readonly
 *   string[]} specs
 */
export function specsForChanges(changed, recorded, specs) {
  const sources = new Set(changed.filter((path) => !SPEC.test(path)).map(withoutExtension));
  const known = new Set([...recorded.values()].flat());
  const folders = new Set([...sources].filter((file) => !known.has(file)).map(folderOf));
  return specs.filter(
    (spec) =>
      changed.includes(spec) ||
      recorded.get(spec)?.some((file) => sources.has(file)) ||
      folders.has(folderOf(spec)),
  );
}

/** @param {string} path */
const withoutExtension = (path) => path.replace(/\.\w+$/, '');
/** @param {string} path */
const folderOf = (path) => path.slice(0, path.lastIndexOf('/'));
