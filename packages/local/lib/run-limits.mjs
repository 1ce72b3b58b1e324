/** Asks of every limit whether the spec that the table names notices when it is a tenth more, and a tenth less. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startTestServices } from '../dist/supervisor/test-services.js';
import { levels } from './levels.mjs';
import { readLimits } from './limits-table.mjs';
import { root } from './root.mjs';
import { run } from './shell.mjs';

const FACTORS = [1.1, 0.9];
/** Runs of one Jest: enough that its start weighs little, few enough that its memory does not grow. */
const AT_ONCE = 24;
const transformer = fileURLToPath(new URL('../jest/scaled-constant.mjs', import.meta.url));
const reporter = fileURLToPath(new URL('../jest/say-noticed.mjs', import.meta.url));

/** @typedef {import('../jest/scaled-constant.mjs').Change} Change */
/** @typedef {{ spec: string, change?: Change }} Asked a spec, and what is changed while it runs */
/**
 * @typedef {{ displayName: string | { name: string }, rootDir: string, transform: Record<string, [string, object]> }}
 * Project
 */

/**
 * Runs the named specs once as they are, and with each limit changed. Prints a line for each limit.
 * @param {readonly string[]} words only limits whose file, name or spec contains one of them; none means all; after
 *   `--open` those that no spec notices yet, with the spec that should
 * @param {AbortSignal} stopSignal
 * @returns {Promise<number>} how many changes no spec noticed
 */
export async function runLimits(words, stopSignal) {
  const isOpen = words[0] === '--open';
  const wanted = isOpen ? words.slice(1) : words;
  const chosen = readLimits(isOpen ? 'open' : 'asked').filter(
    ({ file, name, spec }) =>
      spec !== '' && (wanted.length === 0 || wanted.some((word) => `${file}#${name} ${spec}`.includes(word))),
  );
  const services = await startTestServices();
  const env = { ...process.env, ...services.environment };
  let unnoticed = 0;
  try {
    for (const part of chunks(chosen)) {
      const specs = [...new Set(part.map(({ spec }) => spec))];
      const changed = part.flatMap(({ file, name, spec }) =>
        FACTORS.map((factor) => ({ spec, change: { file, name, factor } })),
      );
      const failed = await whichFail([...specs.map((spec) => ({ spec })), ...changed], env, stopSignal);
      if (stopSignal.aborted) return unnoticed + 1;
      part.forEach(({ file, name, spec }, n) => {
        const [more, less] = FACTORS.map((_, k) => failed[specs.length + n * FACTORS.length + k]);
        const isBroken = failed[specs.indexOf(spec)] === true;
        unnoticed += isBroken ? 2 : Number(!more) + Number(!less);
        const said = isBroken ? 'fails unchanged' : `${more ? '+ ' : 'NO+'} ${less ? '- ' : 'NO-'}`;
        console.log(`  ${said.padEnd(15)} ${name.padEnd(32)} ${file}  ${spec}`);
      });
    }
  } finally {
    await services.stop();
  }
  console.log(`\n  ${chosen.length} limits, ${unnoticed} changes not noticed`);
  return unnoticed;
}

/** @template {{ spec: string }} T @param {readonly T[]} limits @returns {T[][]} */
function chunks(limits) {
  const sorted = limits.toSorted((a, b) => a.spec.localeCompare(b.spec));
  const size = AT_ONCE / FACTORS.length;
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, n) =>
    sorted.slice(n * size, (n + 1) * size),
  );
}

/**
 * One run of Jest with a project for each: a spec and what is changed.
 * @param {readonly Asked[]} asked
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} stopSignal
 * @returns {Promise<(boolean | undefined)[]>} which failed; what did not run is undefined
 */
async function whichFail(asked, env, stopSignal) {
  const folder = mkdtempSync(join(tmpdir(), 'pax-limits-'));
  const file = join(folder, 'results');
  const config = join(folder, 'jest.json');
  try {
    const projects = await Promise.all(asked.map(projectOf));
    writeFileSync(
      config,
      JSON.stringify({ rootDir: root, testTimeout: 30_000, projects, reporters: [[reporter, { file }]] }),
    );
    const jest = join('node_modules', 'jest', 'bin', 'jest.js');
    const args = ['--experimental-vm-modules', '--no-warnings', jest, '--config', config];
    const { output } = await run(process.execPath, [...args, '--maxWorkers=2', '--forceExit'], {
      env,
      stopSignal,
    });
    if (!existsSync(file)) throw new Error(`Jest did not run:\n${output}`);
    const results = new Map(
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => wordsOf(line)),
    );
    return asked.map((_, n) => {
      const result = results.get(String(n));
      return result === undefined ? undefined : result === 'failed';
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} line @returns {[string, string]} */
function wordsOf(line) {
  const [name = '', result = ''] = line.split(' ');
  return [name, result];
}

/** @param {Asked} asked @param {number} n its number, which names it */
async function projectOf({ spec, change }, n) {
  const level = levels.find(({ files }) => files.test(spec));
  const project = (await jestProjects()).find(
    ({ displayName, rootDir }) =>
      level?.projects.includes(nameOf(displayName)) && join(root, spec).startsWith(join(rootDir, '/')),
  );
  if (level === undefined || project === undefined) throw new Error(`${spec} is no spec`);
  const built = '/packages/contracts/dist/.+\\.js$';
  const [[, [, options]] = ['', ['', {}]]] = Object.entries(project.transform);
  const transform = Object.fromEntries(
    [...Object.keys(project.transform), built].map((files) => [files, [transformer, { ...options, change }]]),
  );
  return {
    ...project,
    id: `limits-${nameOf(project.displayName)}`,
    displayName: String(n),
    testMatch: [join(root, spec)],
    transform,
  };
}

/** @returns {Promise<Project[]>} */
async function jestProjects() {
  const load = async (/** @type {string} */ path) =>
    (await import(pathToFileURL(join(root, path)).href)).default;
  const all = await load('jest.config.mjs');
  return [
    ...all.projects.filter((/** @type {unknown} */ one) => typeof one !== 'string'),
    await load('frontend/jest.config.mjs'),
  ];
}

/** @param {Project['displayName']} name */
function nameOf(name) {
  return typeof name === 'string' ? name : name.name;
}
