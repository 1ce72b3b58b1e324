import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Reporter } from './reporter.js';

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
    await new Promise<void>((resolve) => this.file.end(resolve));
  }

  private write(line: string): void {
    this.file.write(`${new Date().toISOString()} ${this.name} | ${line}\n`);
    this.recent.push(line.slice(0, 500));
    if (this.recent.length > tailLength) this.recent.shift();
    if (severe.test(line)) this.reporter.note(this.name, line.slice(0, 160));
  }
}
