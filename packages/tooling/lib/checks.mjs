/** Everything about the sources that needs no running program. */
import { join } from 'node:path';
import { buildEverything } from './build.mjs';
import { StepError } from './root.mjs';
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

/**
 * The longest first; beside it those that answer within seconds.
 * @returns {import('./run-parallel.mjs').Step[]}
 */
function steps() {
  return [
    { name: 'lint', file: 'oxlint/bin/oxlint', args: ['--type-aware', '.'] },
    { name: 'unused', file: 'knip/bin/knip.js', args: ['--no-progress'] },
    { name: 'requirements', file: join('..', requirements), args: [] },
    {
      name: 'format',
      file: 'prettier/bin/prettier.cjs',
      args: ['--check', '--cache', '--log-level', 'warn', '.'],
    },
    ...workspaces.map((workspace) => ({
      name: `types of ${workspace.split('/').at(-1)}`,
      file: 'typescript/bin/tsc',
      args: ['-p', `${workspace}/tsconfig.json`, '--noEmit'],
    })),
    {
      name: 'boundaries',
      preload: 'packages/tooling/lib/parse-tsx.mjs',
      file: 'dependency-cruiser/bin/dependency-cruise.mjs',
      args: [
        '--no-progress',
        ...workspaces.map((workspace) => `${workspace}/${workspace.endsWith('tooling') ? 'lib' : 'src'}`),
      ],
    },
  ];
}

/**
 * Builds, then checks types, lint, boundaries, format and requirements.
 * @param {string} [word] only steps whose name contains it
 * @returns {Promise<string[]>} the names of failed steps
 * @throws StepError when no step has that name
 */
export async function check(word = '') {
  const chosen = steps().filter(({ name }) => name.includes(word));
  if (chosen.length === 0)
    throw new StepError(
      `No check is called ${word}: ${steps()
        .map(({ name }) => name)
        .join(', ')}`,
    );
  await buildEverything();
  return await runParallel(chosen, 2);
}
