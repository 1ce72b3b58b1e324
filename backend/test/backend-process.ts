import { findFreePort } from '@pax/local';
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from './until.js';

const MAIN = fileURLToPath(new URL('../dist/programs/main.js', import.meta.url));
const START_MS = 40_000;

/** Runs the built backend as a process, as in production. */
export class BackendProcess {
  output = '';
  /** Exit code or signal, once the process has ended. */
  ending: number | string | undefined;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    child.once('exit', (code, signal) => {
      this.ending = code ?? signal ?? 'unknown';
    });
  }

  /** Starts the process and waits until it answers. */
  static async start(databaseUrl: string, overrides: Record<string, string> = {}): Promise<BackendProcess> {
    const port = await findFreePort();
    const child = spawn(process.execPath, [MAIN], {
      env: {
        NODE_ENV: 'test',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        SESSION_SECRET: 'a secret for specs that is long enough',
        UNDO_SECONDS: '0',
        ...overrides,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const program = new BackendProcess(child, `http://127.0.0.1:${port}`);
    await until(
      async () => program.ending !== undefined || (await program.isAnswering()),
      (isDone) => isDone,
      START_MS,
    );
    if (program.ending !== undefined) throw new Error(`the backend did not start: ${program.output}`);
    return program;
  }

  sendSignal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Waits until the process has ended. @returns the exit code or the signal */
  async waitUntilEnded(deadlineMs: number): Promise<number | string | undefined> {
    return until(
      async () => this.ending,
      (ending) => ending !== undefined,
      deadlineMs,
    );
  }

  /** Tells whether it answers calls. */
  async isAnswering(): Promise<boolean> {
    return fetch(`${this.url}/api/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
