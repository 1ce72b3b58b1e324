import { afterEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Loop } from './loop.js';

/** A task that a spec ends by hand. */
class ManualTask {
  calls = 0;
  running = 0;
  maxRunning = 0;
  private readonly waiting: (() => void)[] = [];

  readonly task = async (): Promise<void> => {
    this.calls += 1;
    this.running += 1;
    this.maxRunning = Math.max(this.maxRunning, this.running);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running -= 1;
  };

  /** Ends the present run and lets the next one begin. */
  async end(): Promise<void> {
    this.waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const NEVER = 2 ** 30;

describe('Loop', () => {
  const loops: Loop[] = [];
  const loopOf = (everyMs: number, task: () => Promise<void>): Loop => {
    const loop = new Loop('Spec', everyMs, task);
    loops.push(loop);
    return loop;
  };
  afterEach(async () => {
    await Promise.all(loops.splice(0).map((loop) => loop.stop()));
  });

  it('runs the task once at a time, and once more however often it was woken meanwhile', async () => {
    const manual = new ManualTask();
    const loop = loopOf(NEVER, manual.task);
    loop.start();
    for (let i = 0; i < 5; i += 1) loop.wake();
    await manual.end();
    expect(manual.calls).toBe(2);
    await manual.end();
    expect(manual.calls).toBe(2);
    expect(manual.maxRunning).toBe(1);
  });

  it('goes on after a run that threw', async () => {
    Logger.overrideLogger(false);
    let calls = 0;
    const done = new Promise<void>((resolve) => {
      loopOf(1, async () => {
        calls += 1;
        if (calls === 3) resolve();
        throw new Error('no luck');
      }).start();
    });
    await done;
    expect(calls).toBe(3);
  });

  it('finishes: runs the task once more after the present run, and starts no other', async () => {
    const manual = new ManualTask();
    const loop = loopOf(1, manual.task);
    loop.start();
    const finishing = loop.finishLastRun();
    await manual.end();
    expect(manual.calls).toBe(2);
    await manual.end();
    await finishing;
    loop.wake();
    expect(manual.calls).toBe(2);
  });

  it('stops: waits for the present run and starts no other', async () => {
    const manual = new ManualTask();
    const loop = loopOf(1, manual.task);
    loop.start();
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    loop.wake();
    await manual.end();
    await stopping;
    loop.wake();
    expect(manual.calls).toBe(1);
  });
});
