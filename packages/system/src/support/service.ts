import { until } from '@pax/local';

/** A server of a spec's own, as far as it can be ended and started again. */
interface Server {
  readonly pid: number;
  readonly ended: Promise<unknown>;
  stop(options?: { atOnce?: boolean }): Promise<void>;
}

/** A database or queue server that a spec may kill, freeze and do without; it comes back under its address. */
export class Service<T extends Server> {
  private constructor(
    private readonly launch: () => Promise<T>,
    private current: T,
  ) {}

  static async start<T extends Server>(launch: () => Promise<T>): Promise<Service<T>> {
    return new Service(launch, await launch());
  }

  /** The server as it runs now. */
  get server(): T {
    return this.current;
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    process.kill(this.current.pid, 'SIGKILL');
    await this.current.ended;
  }

  /** Ends it as an operator would. */
  async stop(): Promise<void> {
    await this.current.stop();
  }

  /** Starts it again. */
  async restart(): Promise<void> {
    // What it left behind may need a moment to go.
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
