import { setTimeout as delay } from 'node:timers/promises';

/** Waits `ms` milliseconds, or less when the signal is aborted; never throws. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  try {
    await delay(Math.max(0, ms), undefined, { signal });
  } catch {
    // The signal was aborted, which the caller checks.
  }
}

/** Resolves once the signal is aborted. */
export function waitUntilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

export interface BackoffOptions {
  firstMs: number;
  maxMs: number;
}

/** Exponential back-off with up to 25 % jitter; `reset` after a success. */
export class Backoff {
  private failures = 0;

  constructor(
    private readonly options: BackoffOptions,
    private readonly random: () => number = Math.random,
  ) {}

  /** Counts one more failure. @returns the wait after it, ms */
  nextWaitMs(): number {
    const full = Math.min(this.options.maxMs, this.options.firstMs * 2 ** Math.min(this.failures, 20));
    this.failures += 1;
    return Math.round(full * (1 - this.random() / 4));
  }

  reset(): void {
    this.failures = 0;
  }
}

/** Wakes one waiter; without a waiter, the notification is kept for the next one. */
export class WakeSignal {
  private isNotified = false;
  private wakeWaiter: (() => void) | undefined;

  notify(): void {
    this.isNotified = true;
    this.wakeWaiter?.();
  }

  /** Waits for a notification, the signal, or `maxMs` milliseconds. */
  async wait(maxMs: number, signal: AbortSignal): Promise<void> {
    if (!this.isNotified && !signal.aborted) await this.sleep(maxMs, signal);
    this.isNotified = false;
  }

  private sleep(maxMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.wakeWaiter = undefined;
        resolve();
      };
      const timer = setTimeout(done, maxMs);
      signal.addEventListener('abort', done);
      this.wakeWaiter = done;
    });
  }
}

/**
 * Collects requests to run `act`: it runs once, `waitMs` after the first request. @returns the function that requests
 * a run
 */
export function coalesceCalls(act: () => void, waitMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      act();
    }, waitMs).unref();
  };
}

/** Background work, collected so that the process can wait for it before it ends. */
export class PendingWork {
  private readonly pending = new Set<Promise<void>>();

  get count(): number {
    return this.pending.size;
  }

  /** @param work never rejects */
  add(work: Promise<void>): void {
    this.pending.add(work);
    void work.then(() => this.pending.delete(work));
  }

  /** Waits until the present work is done, at most `withinMs` milliseconds. */
  async waitUntilDone(withinMs: number): Promise<void> {
    const late = new AbortController();
    await Promise.race([Promise.all(this.pending), pause(withinMs, late.signal)]);
    late.abort();
  }
}

/** Differences between the clocks below this are inaccuracy, not sleep, ms. */
const CLOCK_TOLERANCE_MS = 1_000;
const clockOffset = (): number => Date.now() - performance.now();

let knownOffset = clockOffset();
let sleptMs = 0;

/**
 * Reads a monotonic clock that includes sleep, ms. The process's clock stops while the machine sleeps, so the wall
 * clock's gain is added. A wall clock set forward counts as sleep; one set back is ignored.
 */
export function nowIncludingSleep(): number {
  const gained = clockOffset() - knownOffset;
  if (Math.abs(gained) >= CLOCK_TOLERANCE_MS) {
    knownOffset += gained;
    sleptMs += Math.max(0, gained);
  }
  return performance.now() + sleptMs;
}
