import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Built } from './execute-build.js';

/** Numbers of the users that the official images have. */
const USER_IDS: Readonly<Record<string, number>> = { node: 1000 };
const STOP_MS = 10_000;
/** Only root can give a command its own process space and another user. */
const isStrict = process.getuid?.() === 0 && process.platform === 'linux';

/**
 * A command run from a built folder as a container would run it: with nothing in its environment but what it is given,
 * where rights allow as another user than the files' owner and as process 1 of its own process space.
 */
export class Container {
  output = '';
  private readonly child: ChildProcess;
  private readonly exited: Promise<number>;

  constructor(
    readonly name: string,
    private readonly built: Built,
    private readonly environment: Readonly<Record<string, string>>,
    command: readonly string[] = built.command,
  ) {
    this.child = spawn(...wrapped(command, built.user), {
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

  /** The exit code, once it ends by itself. */
  end(): Promise<number> {
    return this.exited;
  }

  /** Runs the image's health check beside it. @returns whether it is well */
  async isHealthy(): Promise<boolean> {
    const check = new Container(`${this.name} health`, this.built, this.environment, this.built.health);
    return (await check.end()) === 0;
  }

  /**
   * Asks it to end as an engine does, and insists after 10 s.
   * @returns the exit code and how long it took, ms
   */
  async stop(): Promise<{ code: number; tookMs: number }> {
    const began = Date.now();
    const pid = this.innerPid();
    process.kill(pid, 'SIGTERM');
    const killTimer = setTimeout(() => process.kill(pid, 'SIGKILL'), STOP_MS);
    const code = await this.exited;
    clearTimeout(killTimer);
    return { code, tookMs: Date.now() - began };
  }

  /** The command's own process behind the one that made its process space. */
  private innerPid(): number {
    const pid = this.child.pid ?? 0;
    if (!isStrict) return pid;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return Number(children[0]) || pid;
  }
}

function wrapped([program = '', ...args]: readonly string[], user: string): [string, string[]] {
  const id = USER_IDS[user];
  if (id === undefined) throw new Error(`an image runs as ${user}, which is no ordinary user known here`);
  const own = program === 'node' ? process.execPath : program;
  if (!isStrict) return [own, args];
  const asUser = ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--no-new-privs', '--'];
  return ['unshare', ['--pid', '--fork', '--kill-child', '--mount-proc', ...asUser, own, ...args]];
}
