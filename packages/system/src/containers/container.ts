import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltStage } from './image-builder.js';

/** User ids in the official images. */
const USER_IDS: Readonly<Record<string, number>> = { node: 1000 };
const STOP_MS = 10_000;
/** True for root, since only root can start a command in a new PID namespace and as another user. */
const canIsolate = process.getuid?.() === 0 && process.platform === 'linux';

/**
 * Runs a command from a built folder as a container would: only with the given environment and, if permitted, as
 * another user than the files' owner and as process 1 of a PID namespace.
 */
export class Container {
  output = '';
  private readonly child: ChildProcess;
  private readonly exited: Promise<number>;

  constructor(
    readonly name: string,
    private readonly built: BuiltStage,
    private readonly environment: Readonly<Record<string, string>>,
    command: readonly string[] = built.command,
  ) {
    this.child = spawn(...wrapCommand(command, built.user), {
      cwd: join(built.folder, built.workdir),
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...built.environment, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (chunk: Buffer): void => {
      this.output += chunk.toString();
    };
    this.child.stdout?.on('data', collect);
    this.child.stderr?.on('data', collect);
    this.exited = once(this.child, 'close').then(([code]) => (typeof code === 'number' ? code : 128));
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits until the command exits without being stopped. @returns exit code */
  waitForExit(): Promise<number> {
    return this.exited;
  }

  /** Runs the health check of the image. */
  async isHealthy(): Promise<boolean> {
    const check = new Container(`${this.name} health`, this.built, this.environment, this.built.health);
    return (await check.waitForExit()) === 0;
  }

  /**
   * Stops the command as a container engine does: SIGTERM, then SIGKILL after 10 s.
   * @returns exit code and duration, ms
   */
  async stop(): Promise<{ code: number; tookMs: number }> {
    const began = Date.now();
    const pid = this.commandPid();
    process.kill(pid, 'SIGTERM');
    const killTimer = setTimeout(() => process.kill(pid, 'SIGKILL'), STOP_MS);
    const code = await this.exited;
    clearTimeout(killTimer);
    return { code, tookMs: Date.now() - began };
  }

  /** Pid of the command itself, not of the wrapper that created its PID namespace. */
  private commandPid(): number {
    const pid = this.child.pid ?? 0;
    if (!canIsolate) return pid;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return Number(children[0]) || pid;
  }
}

function wrapCommand([program = '', ...args]: readonly string[], user: string): [string, string[]] {
  const id = USER_IDS[user];
  if (id === undefined) throw new Error(`an image runs as ${user}, which is no ordinary user known here`);
  const own = program === 'node' ? process.execPath : program;
  if (!canIsolate) return [own, args];
  const asUser = ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--no-new-privs', '--'];
  return ['unshare', ['--pid', '--fork', '--kill-child', '--mount-proc', ...asUser, own, ...args]];
}
