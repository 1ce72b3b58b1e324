/** Checks of the source files that need no running program. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildEverything } from '../build/build.mjs';
import { root } from '../root.mjs';
import { StepError } from '../run-main.mjs';
import { runParallel } from './run-parallel.mjs';

const workspaces = [
  'packages/contracts',
  'packages/stand-ins',
  'packages/local',
  'packages/system',
  'backend',
  'bot',
  'frontend',
];
const FOLDERS = ['src', 'test', 'vite', 'bin', 'lib', 'jest'];

/**
 * Lists the checks, the longest first, so that short ones run beside it.
 * @returns {import('./run-parallel.mjs').Step[]}
 */
function listSteps() {
  return [
    { name: 'lint', file: 'oxlint/bin/oxlint', args: ['--type-aware', '.'] },
    { name: 'unused', file: 'knip/bin/knip.js', args: ['--no-progress'] },
    { name: 'house rules', file: '../packages/local/bin/house-rules.mjs', args: [] },
    { name: 'format', file: 'oxfmt/bin/oxfmt', args: ['--check', '.'], repair: 'npm run format' },
    ...workspaces.map((workspace) => ({
      name: `types of ${workspace.split('/').at(-1)}`,
      file: 'typescript/bin/tsc',
      args: ['-p', `${workspace}/tsconfig.json`, '--noEmit', ...incremental(workspace)],
    })),
    {
      name: 'boundaries',
      preload: 'packages/local/lib/checks/patch-swc-for-tsx.mjs',
      file: 'dependency-cruiser/bin/dependency-cruise.mjs',
      args: ['--no-progress', ...sourceFolders()],
    },
  ];
}

/** Flags for an incremental check, so that a repeated check looks at changed files only. @param {string} workspace */
function incremental(workspace) {
  const file = join(root, 'node_modules/.cache/types', `${workspace.replaceAll('/', '-')}.json`);
  return ['--incremental', '--tsBuildInfoFile', file];
}

/** Lists the folders with hand-written code of all workspaces. */
function sourceFolders() {
  return workspaces
    .flatMap((workspace) => FOLDERS.map((folder) => `${workspace}/${folder}`))
    .filter((folder) => existsSync(join(root, folder)));
}

/**
 * Builds, then checks types, lint rules, boundaries, unused code, format and house rules.
 * @param {readonly string[]} [words] only checks whose name contains one of them
 * @returns {Promise<string[]>} the names of failed checks
 * @throws StepError when no check's name contains a word
 */
export async function runChecks(words = []) {
  const all = listSteps();
  const unknown = words.find((word) => !all.some(({ name }) => name.includes(word)));
  if (unknown !== undefined)
    throw new StepError(`No check is called ${unknown}: ${all.map(({ name }) => name).join(', ')}`);
  const isChosen = (/** @type {string} */ name) =>
    words.length === 0 || words.some((word) => name.includes(word));
  await buildEverything();
  return await runParallel(
    all.filter(({ name }) => isChosen(name)),
    2,
  );
}
