/** Asks of every limit whether the spec that the table names notices when it is a tenth more, and a tenth less. */
import { join } from 'node:path';
import { startTestServices } from '../../sandbox/dist/supervisor/test-services.js';
import { levels } from './levels.mjs';
import { readLimits } from './limits-table.mjs';
import { root } from './root.mjs';
import { run } from './shell.mjs';

const FACTORS = [1.1, 0.9];

/**
 * Runs the named specs once as they are, then with each limit changed. Prints what nobody noticed.
 * @param {readonly string[]} words only limits whose file or name contains one of them; none means all; after `--open`
 *   those that no spec notices yet, with the spec that should
 * @param {AbortSignal} stopSignal
 * @returns {Promise<number>} how many changes no spec noticed
 */
export async function runLimits(words, stopSignal) {
  const isOpen = words[0] === '--open';
  const wanted = isOpen ? words.slice(1) : words;
  const chosen = readLimits(isOpen ? 'open' : 'asked').filter(
    ({ file, name, spec }) =>
      spec !== '' && (wanted.length === 0 || wanted.some((word) => `${file}#${name}`.includes(word))),
  );
  const services = await startTestServices();
  const env = { ...process.env, ...services.environment };
  let unnoticed = 0;
  try {
    const broken = new Set();
    for (const spec of new Set(chosen.map((one) => one.spec)))
      if (!stopSignal.aborted && !(await isGreen(spec, env, stopSignal))) broken.add(spec);
    for (const { file, name, spec } of chosen) {
      for (const factor of FACTORS) {
        if (stopSignal.aborted) return unnoticed + 1;
        const noticed =
          !broken.has(spec) &&
          !(await isGreen(spec, { ...env, SCALED_CONSTANT: `${file}#${name}#${factor}` }, stopSignal));
        if (!noticed) unnoticed += 1;
        const said = broken.has(spec) ? 'fails unchanged' : noticed ? 'noticed' : 'NOT NOTICED';
        console.log(`  ${said.padEnd(15)} ${name} × ${factor}  ${file}  ${spec}`);
      }
    }
  } finally {
    await services.stop();
  }
  console.log(`\n  ${chosen.length} limits, ${unnoticed} changes not noticed`);
  return unnoticed;
}

/**
 * @param {string} spec
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} stopSignal
 */
async function isGreen(spec, env, stopSignal) {
  const level = levels.find(({ files }) => files.test(spec));
  if (level === undefined) throw new Error(`${spec} is no spec`);
  const args = [
    '--selectProjects',
    ...level.projects,
    '--bail',
    '--forceExit',
    '--runTestsByPath',
    join(root, spec),
  ];
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  const all = ['--experimental-vm-modules', '--no-warnings', jest, '--runInBand', ...args];
  const { code } = await run(process.execPath, all, { env, stopSignal });
  return code === 0;
}
