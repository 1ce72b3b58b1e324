import { afterEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Loop } from './loop.js';

/** A step that a spec ends by hand. */
class Steps {
  calls = 0;
  running = 0;
  most = 0;
  private readonly waiting: (() => void)[] = [];

  readonly step = async (): Promise<void> => {
    this.calls += 1;
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running -= 1;
  };

  /** Ends the present step and lets what follows begin. */
  async end(): Promise<void> {
    this.waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const NEVER = 2 ** 30;

describe('Loop', () => {
  const loops: Loop[] = [];
  const loopOf = (everyMs: number, step: () => Promise<void>): Loop => {
    const loop = new Loop('Spec', everyMs, step);
    loops.push(loop);
    return loop;
  };
  afterEach(async () => {
    await Promise.all(loops.splice(0).map((loop) => loop.stop()));
  });

  it('runs one step at a time, and one more however often it was woken meanwhile', async () => {
    const steps = new Steps();
    const loop = loopOf(NEVER, steps.step);
    loop.start();
    for (let i = 0; i < 5; i += 1) loop.wake();
    await steps.end();
    expect(steps.calls).toBe(2);
    await steps.end();
    expect(steps.calls).toBe(2);
    expect(steps.most).toBe(1);
  });

  it('goes on by itself after a step that threw', async () => {
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

  it('stops: waits for the present step and starts no other', async () => {
    const steps = new Steps();
    const loop = loopOf(1, steps.step);
    loop.start();
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    loop.wake();
    await steps.end();
    await stopping;
    loop.wake();
    expect(steps.calls).toBe(1);
  });
});
