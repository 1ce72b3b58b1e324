import { z } from 'zod';
import { describeEnd, type ProcessHandle } from '../process/process-handle.js';
import type { Reporter } from './terminal-output.js';

/** Waits before the first, second, … restart in a row, ms. */
const backoffMs = [250, 1_000, 2_000, 5_000, 10_000, 15_000];
/** Time after which a running service counts as healthy, ms, so that its failures are counted from 0 again. */
const healthyMs = 30_000;

/** Keeps one service running: restarts it with growing waits after unexpected exits. */
export class ServiceMonitor<T extends ProcessHandle> {
  private current: T | undefined;
  private launching: Promise<T> | undefined;
  private isStopping = false;
  private readonly stopController = new AbortController();
  private startedAt = 0;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private restarts: Promise<void> = Promise.resolve();

  constructor(
    private readonly name: string,
    /** Starts the service; the signal aborts a start that is no longer needed. */
    private readonly launch: (signal: AbortSignal) => Promise<T>,
    private readonly reporter: Reporter,
    private readonly onStart: (running: T) => void = () => undefined,
  ) {}

  /** Number of unexpected exits in a row. */
  get consecutiveFailures(): number {
    return this.failures;
  }

  /** Starts the service for the first time. @throws the errors of `launch` */
  async start(): Promise<T> {
    const launching = this.launch(this.stopController.signal);
    this.launching = launching;
    const running = await launching;
    this.current = running;
    this.startedAt = Date.now();
    this.onStart(running);
    void this.awaitEnd(running);
    return running;
  }

  /** Restarts the service on request, and counts failures from 0 again. */
  async restart(): Promise<void> {
    // Restarts are made one after the other, since two at once would start two processes and lose track of one.
    this.restarts = this.restarts.catch(() => undefined).then(async () => await this.restartNow());
    await this.restarts;
  }

  /** Stops the service permanently. */
  async stop(options: { atOnce?: boolean } = {}): Promise<void> {
    this.isStopping = true;
    this.stopController.abort(new Error(`${this.name} is stopped`));
    clearTimeout(this.timer);
    // A start that is under way is awaited, so that no process survives the stop.
    const late = await this.launching?.catch(() => undefined);
    await (this.current ?? late)?.stop(options);
  }

  private async restartNow(): Promise<void> {
    if (this.isStopping) return;
    const old = this.current;
    this.current = undefined;
    this.failures = 0;
    clearTimeout(this.timer);
    await old?.stop();
    await this.startAgain();
  }

  private async awaitEnd(running: T): Promise<void> {
    const end = await running.ended;
    if (this.current !== running) return;
    // Only a long run resets the waits, so that starts that fail repeatedly become rarer.
    const wasHealthy = Date.now() - this.startedAt > healthyMs;
    this.scheduleRestart(describeEnd(end), wasHealthy ? 0 : this.failures);
  }

  private scheduleRestart(reason: string, failuresBefore: number): void {
    this.current = undefined;
    if (this.isStopping) return;
    this.failures = failuresBefore + 1;
    const pauseMs = backoffMs[Math.min(this.failures, backoffMs.length) - 1] ?? 0;
    this.reporter.note(this.name, `ended (${reason}); starting again in ${pauseMs / 1000} s`);
    this.timer = setTimeout(() => void this.startAgain(), pauseMs);
  }

  private async startAgain(): Promise<void> {
    if (this.isStopping) return;
    try {
      await this.start();
      this.reporter.note(this.name, 'running again');
    } catch (error) {
      this.scheduleRestart(error instanceof Error ? error.message : String(error), this.failures);
    }
  }
}

const readySchema = z.object({ bot: z.string().optional() });

/** State of the backend according to its answers: no answer, answering, or ready with its bot connected. */
export type BackendState = 'silent' | 'answering' | 'waiting for the bot' | 'ready';

/** True when an address answers with status 200. */
export async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/**
 * Reads the state of the backend at `base`, using the metrics token; `ready` means that purchases work and the bot is
 * connected.
 */
export async function readBackendState(base: string, metricsToken: string): Promise<BackendState> {
  try {
    const response = await fetch(`${base}/api/health/ready`, {
      headers: { authorization: `Bearer ${metricsToken}` },
      signal: AbortSignal.timeout(2_000),
    });
    const body: unknown = await response.json();
    if (response.status !== 200) return 'answering';
    return readySchema.safeParse(body).data?.bot === 'connected' ? 'ready' : 'waiting for the bot';
  } catch {
    return (await isAnswering(`${base}/api/health/live`)) ? 'answering' : 'silent';
  }
}
