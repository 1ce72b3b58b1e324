import { describe, expect, it, jest } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import type { ProcessEnd, ProcessHandle } from '../process/process-handle.js';
import { ServiceMonitor } from './service-monitor.js';
import { silentReporter } from './terminal-output.js';

/** Counts the starts of a service that takes a while to end. */
class Lives {
  begun = 0;
  alive = 0;
  /** The most that were alive at the same time. */
  most = 0;

  readonly launch = async (): Promise<ProcessHandle> => {
    this.begun += 1;
    this.alive += 1;
    this.most = Math.max(this.most, this.alive);
    let settle: (end: ProcessEnd) => void = () => undefined;
    const ended = new Promise<ProcessEnd>((resolve) => (settle = resolve));
    let isOver = false;
    const stop = async (): Promise<void> => {
      await turn();
      if (!isOver) this.alive -= 1;
      isOver = true;
      settle({ code: 0, signal: null });
    };
    return await Promise.resolve({ pid: this.begun, ended, stop });
  };
}

describe('a keeper', () => {
  it('starts one after the other when it is asked to restart many times at once', async () => {
    const lives = new Lives();
    const monitor = new ServiceMonitor('service', lives.launch, silentReporter);
    await monitor.start();
    await Promise.all([monitor.restart(), monitor.restart(), monitor.restart()]);
    expect([lives.most, lives.alive]).toEqual([1, 1]);
    // A restart requested during another one runs after it, since that one may have begun with old settings.
    expect(lives.begun).toBeGreaterThan(2);
    await monitor.stop();
    expect(lives.alive).toBe(0);
  });

  it('leaves nothing behind when it is stopped while it restarts', async () => {
    const lives = new Lives();
    const monitor = new ServiceMonitor('service', lives.launch, silentReporter);
    await monitor.start();
    const restarts = [monitor.restart(), monitor.restart()];
    await monitor.stop();
    await Promise.all(restarts);
    expect([lives.most, lives.alive]).toEqual([1, 0]);
  });

  it('slows down when what was healthy fails to start again and again', async () => {
    jest.useFakeTimers();
    try {
      let settle: (end: ProcessEnd) => void = () => undefined;
      const ended = new Promise<ProcessEnd>((resolve) => (settle = resolve));
      const begun: number[] = [];
      const launch = async (): Promise<ProcessHandle> => {
        begun.push(Date.now());
        if (begun.length > 1) throw new Error('the port is taken');
        return await Promise.resolve({ pid: 1, ended, stop: async () => undefined });
      };
      const monitor = new ServiceMonitor('service', launch, silentReporter);
      await monitor.start();
      await jest.advanceTimersByTimeAsync(60_000);
      settle({ code: 1, signal: null });
      await jest.advanceTimersByTimeAsync(10_000);
      const pauses = begun.slice(2).map((at, index) => at - (begun[index + 1] ?? at));
      expect(pauses.slice(0, 2).every((pause, index) => pause > (pauses[index - 1] ?? 250))).toBe(true);
      expect(monitor.consecutiveFailures).toBeGreaterThanOrEqual(3);
      await monitor.stop();
    } finally {
      jest.useRealTimers();
    }
  });
});
