/** Other programs, started without a shell in between. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, StepError } from './root.mjs';

/**
 * @typedef {object} RunOptions
 * @property {boolean | 'errors'} [show] inherits the program's output; `errors`: standard error only
 * @property {string} [cwd] the project's root when absent
 * @property {NodeJS.ProcessEnv} [env]
 * @property {AbortSignal} [signal] ends the program
 * @property {AbortSignal} [stopSignal] ends the program with its whole process group
 */
/** @typedef {{ code: number, output: string }} RunResult */

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, { show = false, cwd = root, env, signal, stopSignal } = {}) {
  return new Promise((resolve) => {
    // A group of its own: what the terminal sends to ours would leave the rest of it behind.
    const child = spawn(command, args, {
      cwd,
      env,
      signal,
      stdio: stdioFor(show),
      detached: stopSignal !== undefined,
    });
    const end = () => endGroup(child);
    stopSignal?.addEventListener('abort', end);
    if (stopSignal?.aborted === true) end();
    let output = '';
    /** @param {Buffer} chunk */
    const collect = (chunk) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.once('close', (code) => {
      // The group's number may be another program's by now.
      stopSignal?.removeEventListener('abort', end);
      resolve({ code: code ?? 128, output });
    });
  });
}

/**
 * Runs a Node program of an installed package, after a module of ours when `preload` names one.
 * @param {string} file below node_modules
 * @param {readonly string[]} args
 * @param {RunOptions & { preload?: string | undefined }} [options]
 */
export function runNode(file, args, { preload, ...options } = {}) {
  const before = preload === undefined ? [] : ['--import', pathToFileURL(join(root, preload)).href];
  return run(process.execPath, [...before, join('node_modules', file), ...args], options);
}

/**
 * Runs npm: the one that started us when there is one, so that its version stays the same.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function runNpm(args, env) {
  const npm = env['npm_execpath'];
  return npm?.endsWith('.js') === true
    ? run(process.execPath, [npm, ...args], { env })
    : run('npm', args, { env });
}

/**
 * Ends with a message unless the result is a success.
 * @param {RunResult} result
 * @param {string} message
 */
export function demand({ code, output }, message) {
  if (code !== 0) throw new StepError(`${output.trimEnd()}\n${message}`.trim());
}

/**
 * Asks a program that leads a group to end, and all of the group with it.
 * @param {{ pid?: number | undefined }} child
 */
export function endGroup({ pid }) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It ended by itself.
  }
}

/**
 * The first of the named programs on the search path.
 * @param {readonly string[]} names
 * @param {string} [searchPath]
 */
export function findProgram(names, searchPath = '') {
  const paths = names.flatMap((name) => searchPath.split(delimiter).map((folder) => join(folder, name)));
  return paths.find((path) => isProgram(path));
}

/**
 * Whether a path is a program.
 * @param {string} path
 */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {boolean | 'errors'} show
 * @returns {import('node:child_process').StdioOptions}
 */
function stdioFor(show) {
  if (show === 'errors') return ['ignore', 'pipe', 'inherit'];
  return show ? 'inherit' : ['ignore', 'pipe', 'pipe'];
}
