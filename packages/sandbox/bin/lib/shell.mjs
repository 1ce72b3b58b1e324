/** Other programs, started without a shell in between. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, StepError } from './root.mjs';

/**
 * Runs a program to its end. `show` inherits its output (`errors`: standard error only); else the output is
 * returned. With `stopSignal` its process group is ended when that aborts, and only then.
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
    const collect = (chunk) => (output += chunk);
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

/** Runs a Node program of an installed package, after a module of ours when `preload` names one. */
export function runNode(file, args, { preload, ...options } = {}) {
  const before = preload === undefined ? [] : ['--import', pathToFileURL(join(root, preload)).href];
  return run(process.execPath, [...before, join('node_modules', file), ...args], options);
}

/** Runs npm: the one that started us when there is one, so that its version stays the same. */
export function runNpm(args, env, options = {}) {
  const npm = env.npm_execpath;
  return npm?.endsWith('.js') === true
    ? run(process.execPath, [npm, ...args], { ...options, env })
    : run('npm', args, { ...options, env });
}

/** Ends with a message unless the result is a success. */
export function demand({ code, output }, message) {
  if (code !== 0) throw new StepError(`${output.trimEnd()}\n${message}`.trim());
}

/** Asks a program that leads a group to end, and all of the group with it. */
export function endGroup({ pid }) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It ended by itself.
  }
}

/** The first of the named programs on the search path. */
export function findProgram(names, searchPath = '') {
  const paths = names.flatMap((name) => searchPath.split(delimiter).map((folder) => join(folder, name)));
  return paths.find((path) => isProgram(path));
}

/** Whether a path is a program. */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function stdioFor(show) {
  if (show === 'errors') return ['ignore', 'pipe', 'inherit'];
  return show ? 'inherit' : ['ignore', 'pipe', 'pipe'];
}
