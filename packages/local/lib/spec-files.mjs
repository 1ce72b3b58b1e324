/** Map of specs to the files that they execute: recorded by `npm test -- --record`, read by `npm test -- --changed`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** A file per spec, so that specs beside each other record without waiting. */
const folder = join(root, 'node_modules', '.cache', 'spec-files');
const SPEC = /spec\.tsx?$/;

/**
 * Keeps the files that a spec executed. Paths are from the root, without extension.
 * @param {string} spec path from the root @param {Iterable<string>} files
 */
export function recordSpec(spec, files) {
  mkdirSync(folder, { recursive: true });
  const name = `${spec.replaceAll(/[^\w.-]/g, '_')}.json`;
  writeFileSync(join(folder, name), JSON.stringify({ spec, files: [...files].toSorted() }));
}

/** Every recorded spec with the files that it executed. @returns {Map<string, readonly string[]>} */
export function recordedSpecs() {
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
 * Files that differ from a commit, new ones too.
 * @param {string} [since] by default where this branch left main; on main itself, the commit before
 */
export function changedFiles(since) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const base = since ?? baseOf(git);
  const listed = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(listed.join('\n').split('\n'))].filter((path) => path !== '');
}

/** @param {(...args: string[]) => string} git */
function baseOf(git) {
  const head = git('rev-parse', 'HEAD').trim();
  const base = git('merge-base', 'HEAD', 'main').trim();
  return base === head ? 'HEAD~1' : base;
}

/**
 * Specs that changed files concern: those that executed one, changed ones, and beside a file that no spec executed yet those
 * of its folder.
 * @param {readonly string[]} changed @param {ReadonlyMap<string, readonly string[]>} recorded @param {readonly
 * string[]} specs
 */
export function specsFor(changed, recorded, specs) {
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
