/** Starts other programs directly, without a shell. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';
import { StepError } from './run-main.mjs';

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
 * Runs a program until it ends.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, { show = false, cwd = root, env, signal, stopSignal } = {}) {
  return new Promise((resolve) => {
    // The program leads its own process group, so that a stop signal also ends all its children.
    const child = spawn(command, args, {
      cwd,
      env,
      signal,
      stdio: stdioFor(show),
      detached: stopSignal !== undefined,
    });
    const end = () => endProcessGroup(child);
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
      // After the program has ended, its group's id may belong to another program.
      stopSignal?.removeEventListener('abort', end);
      resolve({ code: code ?? 128, output });
    });
  });
}

/**
 * Runs a Node program of an installed package, after the module `preload` if given.
 * @param {string} file below node_modules
 * @param {readonly string[]} args
 * @param {RunOptions & { preload?: string | undefined }} [options]
 */
export function runNode(file, args, { preload, ...options } = {}) {
  const before = preload === undefined ? [] : ['--import', pathToFileURL(join(root, preload)).href];
  return run(process.execPath, [...before, join('node_modules', file), ...args], options);
}

/**
 * Runs npm: the same npm that started this script, if one did, so that the version stays the same.
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
 * Checks that a program succeeded.
 * @param {RunResult} result
 * @param {string} message
 */
export function assertSuccess({ code, output }, message) {
  if (code !== 0) throw new StepError(`${output.trimEnd()}\n${message}`.trim());
}

/**
 * Sends SIGTERM to a program that leads a process group, and to all processes of the group.
 * @param {{ pid?: number | undefined }} child
 */
export function endProcessGroup({ pid }) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // The error is ignored, since it means that the group has already ended.
  }
}

/**
 * Finds the first of the named programs on the search path.
 * @param {readonly string[]} names
 * @param {string} [searchPath]
 */
export function findProgram(names, searchPath = '') {
  const paths = names.flatMap((name) => searchPath.split(delimiter).map((folder) => join(folder, name)));
  return paths.find((path) => isProgram(path));
}

/**
 * True when the current user may execute the file.
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
