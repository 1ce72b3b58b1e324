/** Mutation tests of limits: check that the spec of each limit fails when the limit is a tenth larger or smaller. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startTestServices } from '../../dist/supervisor/test-services.js';
import { testLevels } from '../test-levels.mjs';
import { readLimits } from './limits-table.mjs';
import { root } from '../root.mjs';
import { run } from '../run-program.mjs';

const FACTORS = [1.1, 0.9];
/**
 * Number of projects in one run of Jest: enough that its start costs little, few enough that its memory does not grow.
 */
const PROJECTS_PER_RUN = 24;
const transformer = fileURLToPath(new URL('../../jest/scaled-constant-transformer.mjs', import.meta.url));
const reporter = fileURLToPath(new URL('../../jest/result-lines-reporter.mjs', import.meta.url));

/** @typedef {import('../../jest/scaled-constant-transformer.mjs').Change} Change */
/** @typedef {{ spec: string, change?: Change }} SpecRun a spec, and the change of a constant while it runs */
/**
 * @typedef {{ displayName: string | { name: string }, rootDir: string, transform: Record<string, [string, object]> }}
 * Project
 */

/**
 * Runs the named specs once unchanged, and once with each limit changed. Prints a line for each limit.
 * @param {readonly string[]} words only limits whose file, name or spec contains one of them; none means all; after
 *   `--open`, limits whose spec does not notice changes yet
 * @param {AbortSignal} stopSignal
 * @returns {Promise<number>} how many changes no spec noticed
 */
export async function testLimitMutations(words, stopSignal) {
  const isOpen = words[0] === '--open';
  const wanted = isOpen ? words.slice(1) : words;
  const chosen = readLimits(isOpen ? 'open' : 'tested').filter(
    ({ file, name, spec }) =>
      spec !== '' && (wanted.length === 0 || wanted.some((word) => `${file}#${name} ${spec}`.includes(word))),
  );
  const services = await startTestServices();
  const env = { ...process.env, ...services.environment };
  let unnoticed = 0;
  try {
    for (const part of divideIntoRuns(chosen)) {
      const specs = [...new Set(part.map(({ spec }) => spec))];
      const changed = part.flatMap(({ file, name, spec }) =>
        FACTORS.map((factor) => ({ spec, change: { file, name, factor } })),
      );
      const failed = await runMutations([...specs.map((spec) => ({ spec })), ...changed], env, stopSignal);
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
function divideIntoRuns(limits) {
  const sorted = limits.toSorted((a, b) => a.spec.localeCompare(b.spec));
  const size = PROJECTS_PER_RUN / FACTORS.length;
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, n) =>
    sorted.slice(n * size, (n + 1) * size),
  );
}

/**
 * Runs Jest once, with a project for each spec and change.
 * @param {readonly SpecRun[]} runs
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} stopSignal
 * @returns {Promise<(boolean | undefined)[]>} true for each that failed, undefined for those that did not run
 */
async function runMutations(runs, env, stopSignal) {
  const folder = mkdtempSync(join(tmpdir(), 'pax-limits-'));
  const file = join(folder, 'results');
  const config = join(folder, 'jest.json');
  try {
    const projects = await Promise.all(runs.map(createProject));
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
        .map((line) => parseResultLine(line)),
    );
    return runs.map((_, n) => {
      const result = results.get(String(n));
      return result === undefined ? undefined : result === 'failed';
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} line @returns {[string, string]} */
function parseResultLine(line) {
  const [name = '', result = ''] = line.split(' ');
  return [name, result];
}

/** @param {SpecRun} run @param {number} n its number, which is the project's name */
async function createProject({ spec, change }, n) {
  const level = testLevels.find(({ files }) => files.test(spec));
  const project = (await readJestProjects()).find(
    ({ displayName, rootDir }) =>
      level?.projects.includes(projectName(displayName)) && join(root, spec).startsWith(join(rootDir, '/')),
  );
  if (level === undefined || project === undefined) throw new Error(`${spec} is no spec`);
  const built = '/packages/contracts/dist/.+\\.js$';
  const [[, [, options]] = ['', ['', {}]]] = Object.entries(project.transform);
  const transform = Object.fromEntries(
    [...Object.keys(project.transform), built].map((files) => [files, [transformer, { ...options, change }]]),
  );
  return {
    ...project,
    id: `limits-${projectName(project.displayName)}`,
    displayName: String(n),
    testMatch: [join(root, spec)],
    transform,
  };
}

/** @returns {Promise<Project[]>} */
async function readJestProjects() {
  const { default: config } = await import(pathToFileURL(join(root, 'jest.config.mjs')).href);
  return config.projects;
}

/** @param {Project['displayName']} name */
function projectName(name) {
  return typeof name === 'string' ? name : name.name;
}
