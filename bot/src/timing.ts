import { setTimeout as delay } from 'node:timers/promises';

/** Waits `ms` milliseconds, or until the signal is aborted; never throws. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  try {
    await delay(Math.max(0, ms), undefined, { signal });
  } catch {
    // An aborted wait is no error, since the caller checks the signal.
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

/**
 * Exponential back-off: waits grow with each failure, with up to 25 % jitter, until `reset` is called after a success.
 */
export class Backoff {
  private failures = 0;

  constructor(
    private readonly options: BackoffOptions,
    private readonly random: () => number = Math.random,
  ) {}

  /** Counts a failure. @returns how long to wait after it, ms */
  nextWaitMs(): number {
    const full = Math.min(this.options.maxMs, this.options.firstMs * 2 ** Math.min(this.failures, 20));
    this.failures += 1;
    return Math.round(full * (1 - this.random() / 4));
  }

  reset(): void {
    this.failures = 0;
  }
}

/** Wakes one waiter; a notification without a waiter is kept for the next one. */
export class WakeSignal {
  private isNotified = false;
  private wakeWaiter: (() => void) | undefined;

  notify(): void {
    this.isNotified = true;
    this.wakeWaiter?.();
  }

  /** Waits for a notification, an aborted signal, or `maxMs` milliseconds, whichever is first. */
  async wait(maxMs: number, signal: AbortSignal): Promise<void> {
    if (!this.isNotified && !signal.aborted) await this.sleepUntilNotified(maxMs, signal);
    this.isNotified = false;
  }

  private sleepUntilNotified(maxMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finishSleep = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finishSleep);
        this.wakeWaiter = undefined;
        resolve();
      };
      const timer = setTimeout(finishSleep, maxMs);
      signal.addEventListener('abort', finishSleep);
      this.wakeWaiter = finishSleep;
    });
  }
}

/**
 * Merges calls: `act` runs once, `waitMs` after the first of several requests.
 * @returns the function that requests a run
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

/** Background work that the process must wait for before it ends. */
export class PendingWork {
  private readonly pending = new Set<Promise<void>>();

  get count(): number {
    return this.pending.size;
  }

  /** Adds work to wait for. @param work never rejects */
  addWork(work: Promise<void>): void {
    this.pending.add(work);
    void work.then(() => this.pending.delete(work));
  }

  /** Waits until the work added so far is done, at most `withinMs` milliseconds. */
  async waitUntilDone(withinMs: number): Promise<void> {
    const late = new AbortController();
    await Promise.race([Promise.all(this.pending), pause(withinMs, late.signal)]);
    late.abort();
  }
}

/** Clock differences below this are inaccuracy and not a sleep of the machine, ms. */
const CLOCK_TOLERANCE_MS = 1_000;
const getClockOffset = (): number => Date.now() - performance.now();

let knownOffset = getClockOffset();
let sleptMs = 0;

/**
 * Reads a monotonic clock that also counts while the machine sleeps, ms: the time that the wall clock gained on the
 * process's clock is added. A wall clock set forward counts as sleep; one set back is ignored.
 */
export function readClockIncludingSleep(): number {
  const gained = getClockOffset() - knownOffset;
  if (Math.abs(gained) >= CLOCK_TOLERANCE_MS) {
    knownOffset += gained;
    sleptMs += Math.max(0, gained);
  }
  return performance.now() + sleptMs;
}
