/** Wakes one waiter; a notification while nobody waits is kept for the next. */
export class WakeSignal {
  private isNotified = false;
  private wake: (() => void) | undefined;

  notify(): void {
    this.isNotified = true;
    this.wake?.();
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
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, maxMs);
      signal.addEventListener('abort', done);
      this.wake = done;
    });
  }
}
