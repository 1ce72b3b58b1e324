/** Everything about the sources that needs no running program. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildEverything } from './build.mjs';
import { root } from './root.mjs';
import { runParallel } from './run-parallel.mjs';

const workspaces = [
  'packages/contracts',
  'packages/sandbox',
  'packages/system',
  'packages/tooling',
  'backend',
  'bot',
  'frontend',
];
const requirements = 'packages/tooling/bin/requirements.mjs';

/** @returns {import('./run-parallel.mjs').Step[]} */
function steps() {
  /** @param {string} path */
  const here = (path) => existsSync(join(root, path));
  const sources = workspaces.map((workspace) => `${workspace}/src`).filter(here);
  return [
    { name: 'lint', file: 'oxlint/bin/oxlint', args: ['--type-aware', '.'] },
    {
      name: 'boundaries',
      preload: 'packages/tooling/lib/parse-tsx.mjs',
      file: 'dependency-cruiser/bin/dependency-cruise.mjs',
      args: ['--no-progress', ...sources],
    },
    { name: 'format', file: 'prettier/bin/prettier.cjs', args: ['--check', '--log-level', 'warn', '.'] },
    ...workspaces
      .filter((workspace) => here(`${workspace}/tsconfig.json`))
      .map((workspace) => ({
        name: `types of ${workspace.split('/').at(-1)}`,
        file: 'typescript/bin/tsc',
        args: ['-p', `${workspace}/tsconfig.json`, '--noEmit'],
      })),
    ...(here(requirements) ? [{ name: 'requirements', file: join('..', requirements), args: [] }] : []),
  ];
}

/** Builds, then checks types, lint, boundaries, format and requirements. @returns the failed step's name, or an empty text */
export async function check() {
  await buildEverything();
  return await runParallel(steps(), 2);
}
