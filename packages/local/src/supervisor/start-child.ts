import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Reporter } from './overview.js';
import { spawn } from 'node:child_process';
import { rootFolder, localFolder } from '../process/programs.js';
import { type ProcessEnd, type ProcessHandle, stopProcess } from '../process/process-handle.js';
import { pathToFileURL } from 'node:url';

/** Size from which a log is rotated at a start, bytes. */
const rotateAt = 10 * 1024 * 1024;
/** Number of lines kept for the message of a failed start. */
const tailLength = 15;
/** Matches lines that need attention: an error by level (pino's 50 and 60) or by word. */
const severe = /"level":\s*(50|60|"(error|fatal)")|\b(ERROR|FATAL|Error:)/;

/** The log of one service over all restarts: all lines to a file, errors also to the terminal. */
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
    // Handled, since a full disk must not end the shop.
    this.file.on('error', (error) => reporter.note(name, `log: ${error.message}`));
  }

  /** Logs a child's output until it ends. */
  follow(...streams: readonly Readable[]): void {
    for (const input of streams) createInterface({ input }).on('line', (line) => this.write(line));
  }

  /** The last lines, for a failure's message. */
  tail(): string {
    return this.recent.join('\n');
  }

  /** Writes what is left and closes the file. */
  async close(): Promise<void> {
    await new Promise<void>((done) => this.file.end(done));
  }

  private write(line: string): void {
    this.file.write(`${new Date().toISOString()} ${this.name} | ${line}\n`);
    this.recent.push(line.slice(0, 500));
    if (this.recent.length > tailLength) this.recent.shift();
    if (severe.test(line)) this.reporter.note(this.name, line.slice(0, 160));
  }
}

/** A Node program of this repository: file (from the root folder, or absolute) and arguments. */
export interface Program {
  readonly file: string;
  readonly args?: readonly string[];
  /** True to keep the program's output, which is for a person only, out of the log. */
  readonly confidential?: boolean;
}

/** A started program. */
export interface Child extends ProcessHandle {
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

/** The programs of a shop. Specs replace them with small ones. */
export interface ShopPrograms {
  readonly standIns: Program;
  /**
   * Migrates the database, adds missing demo content and prints the demo accounts as JSON, then ends.
   */
  readonly seed: Program;
  readonly backend: Program;
  readonly bot: Program;
  /** Prints one single-use admin code. */
  readonly adminCode: Program;
}

/** The built and bundled shop. */
export const shopPrograms: ShopPrograms = {
  standIns: { file: 'packages/stand-ins/bin/stand-ins.mjs' },
  seed: { file: 'backend/dist/programs/seed.js' },
  backend: { file: 'backend/dist/programs/main.js' },
  bot: { file: 'bot/dist/programs/main.js' },
  adminCode: { file: 'backend/dist/programs/admin.js', args: ['code'], confidential: true },
};

/** The programs of `npm run admin` and `npm run reconcile`. */
export const operatorPrograms = {
  admin: shopPrograms.adminCode.file,
  reconcile: 'backend/dist/programs/reconcile.js',
} as const;
