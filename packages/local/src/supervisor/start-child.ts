import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { rootFolder, localFolder } from '../process/root-folder.js';
import type { ProcessEnd, Running } from '../process/running.js';
import { stopProcess } from '../process/stop-process.js';
import { pathToFileURL } from 'node:url';
import type { ChildLog } from './child-log.js';

/** A Node program of this repository: file (from the root folder, or absolute) and arguments. */
export interface Program {
  readonly file: string;
  readonly args?: readonly string[];
  /** True to keep the program's output, which is for a person only, out of the log. */
  readonly confidential?: boolean;
}

/** A started program. */
export interface Child extends Running {
  /** The program's standard output so far. */
  output(): string;
}

/**
 * Starts a program in a separate process group, so that a Ctrl-C in the terminal reaches only the supervisor, and with an
 * IPC channel whose end also ends the program (see `parent-watch`).
 */
export function startChild(
  program: Program,
  environment: Readonly<Record<string, string>>,
  log: ChildLog,
): Child {
  const parentWatch = pathToFileURL(join(localFolder, 'dist', 'supervisor', 'parent-watch.js')).href;
  const child = spawn(
    process.execPath,
    ['--import', parentWatch, resolve(rootFolder, program.file), ...(program.args ?? [])],
    { cwd: rootFolder, env: environment, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  let stdout = '';
  let hasEnded = false;
  const ended = new Promise<ProcessEnd>((settled) => {
    const settle = (end: ProcessEnd): void => {
      hasEnded = true;
      settled(end);
    };
    // "close" follows the last line of output, while "exit" may precede it.
    child.once('close', (code, signal) => settle({ code, signal }));
    child.once('error', () => settle({ code: 127, signal: null }));
  });
  if (child.stdout !== null && child.stderr !== null) {
    child.stdout.on('data', (chunk: Buffer) => (stdout = (stdout + chunk.toString()).slice(-20_000)));
    log.follow(...(program.confidential === true ? [] : [child.stdout]), child.stderr);
  }
  const pid = child.pid ?? 0;
  return {
    pid,
    ended,
    output: () => stdout,
    stop: async ({ atOnce = false } = {}) => {
      if (hasEnded || pid === 0) return;
      await stopProcess(pid, {
        group: true,
        ...(atOnce ? { escalation: [['SIGKILL', 5_000]] as const } : {}),
      });
      await ended;
    },
  };
}
