import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Reporter } from './terminal-output.js';
import { spawn } from 'node:child_process';
import { rootFolder, localFolder } from '../process/programs.js';
import { type ProcessEnd, type ProcessHandle, stopProcess } from '../process/process-handle.js';
import { pathToFileURL } from 'node:url';

/** Size from which a log file is replaced by a new one at a start, bytes. */
const rotateAt = 10 * 1024 * 1024;
/** Number of the last lines that are kept for the message of a failed start. */
const tailLength = 15;
/** Matches log lines that need attention: an error by its level (pino's 50 and 60) or by a word. */
const severe = /"level":\s*(50|60|"(error|fatal)")|\b(ERROR|FATAL|Error:)/;

/** Log of one service over all its restarts: all lines go to a file, errors also to the terminal. */
export class ChildLog {
  private readonly file: WriteStream;
  private readonly recent: string[] = [];

  constructor(
    private readonly name: string,
    readonly path: string,
    private readonly reporter: Reporter,
  ) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (existsSync(path) && statSync(path).size > rotateAt) renameSync(path, `${path}.1`);
    this.file = createWriteStream(path, { flags: 'a', mode: 0o600 });
    // Errors of the log file are handled, since a full disk must not end the shop.
    this.file.on('error', (error) => reporter.note(name, `log: ${error.message}`));
  }

  /** Writes the output of a child process to the log until it ends. */
  followOutput(...streams: readonly Readable[]): void {
    for (const input of streams) createInterface({ input }).on('line', (line) => this.writeLine(line));
  }

  /** The last lines of output, for the message of a failed start. */
  getLastLines(): string {
    return this.recent.join('\n');
  }

  /** Writes all remaining lines and closes the file. */
  async close(): Promise<void> {
    await new Promise<void>((done) => this.file.end(done));
  }

  private writeLine(line: string): void {
    this.file.write(`${new Date().toISOString()} ${this.name} | ${line}\n`);
    this.recent.push(line.slice(0, 500));
    if (this.recent.length > tailLength) this.recent.shift();
    if (severe.test(line)) this.reporter.note(this.name, line.slice(0, 160));
  }
}

/** A Node program of this repository: its file (path from the root, or absolute) and arguments. */
export interface Program {
  readonly file: string;
  readonly args?: readonly string[];
  /** True to keep the program's output, which is meant for a person, out of the log. */
  readonly confidential?: boolean;
}

/** A started child process. */
export interface Child extends ProcessHandle {
  /** Standard output of the program so far. */
  output(): string;
}

/**
 * Starts a program in its own process group, so that Ctrl-C in the terminal reaches the supervisor only, and with an
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
    const settleEnd = (end: ProcessEnd): void => {
      hasEnded = true;
      settled(end);
    };
    // The event "close" comes after the last line of output, while "exit" may come before it.
    child.once('close', (code, signal) => settleEnd({ code, signal }));
    child.once('error', () => settleEnd({ code: 127, signal: null }));
  });
  if (child.stdout !== null && child.stderr !== null) {
    child.stdout.on('data', (chunk: Buffer) => (stdout = (stdout + chunk.toString()).slice(-20_000)));
    log.followOutput(...(program.confidential === true ? [] : [child.stdout]), child.stderr);
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

/** Programs of a shop. Specs replace them with small ones. */
export interface ShopPrograms {
  readonly standIns: Program;
  /** Creates the tables, adds missing demo content, prints the demo accounts as JSON, and ends. */
  readonly seed: Program;
  readonly backend: Program;
  readonly bot: Program;
  /** Prints one single-use admin code. */
  readonly adminCode: Program;
}

/** Programs of the built and bundled shop. */
export const shopPrograms: ShopPrograms = {
  standIns: { file: 'packages/stand-ins/bin/stand-ins.mjs' },
  seed: { file: 'backend/dist/programs/seed.js' },
  backend: { file: 'backend/dist/programs/main.js' },
  bot: { file: 'bot/dist/programs/main.js' },
  adminCode: { file: 'backend/dist/programs/admin.js', args: ['code'], confidential: true },
};

/** Programs of `npm run admin` and `npm run reconcile`. */
export const operatorPrograms = {
  admin: shopPrograms.adminCode.file,
  reconcile: 'backend/dist/programs/reconcile.js',
} as const;
