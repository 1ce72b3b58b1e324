import { until } from '@pax/local';

/** A server process that a spec started. */
interface Server {
  readonly pid: number;
  readonly ended: Promise<unknown>;
  stop(options?: { atOnce?: boolean }): Promise<void>;
}

/** A database or Redis that a spec can kill, suspend and stop; restarts at the same address. */
export class RestartableServer<T extends Server> {
  private constructor(
    private readonly launch: () => Promise<T>,
    private current: T,
  ) {}

  static async start<T extends Server>(launch: () => Promise<T>): Promise<RestartableServer<T>> {
    return new RestartableServer(launch, await launch());
  }

  /** The current process of the server. */
  get server(): T {
    return this.current;
  }

  /** Kills the server, as a power cut would. */
  async kill(): Promise<void> {
    process.kill(this.current.pid, 'SIGKILL');
    await this.current.ended;
  }

  /** Stops the server, as an operator would. */
  async stop(): Promise<void> {
    await this.current.stop();
  }

  /** Starts the server again, with retries. */
  async restart(): Promise<void> {
    // The start is retried, since lock files or the port of the killed server may be freed late.
    this.current = await until(() => this.launch().catch(() => undefined), {
      deadlineMs: 60_000,
      everyMs: 200,
      what: 'the server',
    });
  }

  /** Suspends the process (SIGSTOP) until `resume`. */
  suspend(): void {
    process.kill(this.current.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.current.pid, 'SIGCONT');
  }
}
