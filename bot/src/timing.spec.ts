import { describe, expect, it } from '@jest/globals';
import { Backoff, WakeSignal } from './timing.js';
import { Circuit } from './discord/circuit.js';
import { ServerClock } from './shop-client.js';

const MINUTE = 60_000;

describe('Backoff', () => {
  it('doubles up to its limit and starts anew after a success', () => {
    const backoff = new Backoff({ firstMs: 100, maxMs: 450 }, () => 0);
    expect([backoff.nextWaitMs(), backoff.nextWaitMs(), backoff.nextWaitMs(), backoff.nextWaitMs()]).toEqual([
      100, 200, 400, 450,
    ]);
    backoff.reset();
    expect(backoff.nextWaitMs()).toBe(100);
  });
});

describe('Circuit', () => {
  it('lets at most three calls in ten minutes reach a channel that refuses (F21)', () => {
    let now = 0;
    const circuit = new Circuit(() => now);
    const triedAt: number[] = [];
    for (; now < 60 * MINUTE; now += 1_000) {
      if (circuit.getWaitMs() > 0) continue;
      triedAt.push(now);
      circuit.recordRefusal();
    }
    const mostInTen = triedAt.map(
      (from) => triedAt.filter((at) => at >= from && at < from + 10 * MINUTE).length,
    );
    expect(Math.max(...mostInTen)).toBe(3);
    expect(triedAt.length).toBeGreaterThan(10);
  });

  it('reports the first refusal of a channel, and again only after a success', () => {
    const circuit = new Circuit(() => 0);
    expect([circuit.recordRefusal(), circuit.recordRefusal()]).toEqual([true, false]);
    circuit.recordSuccess();
    expect(circuit.getWaitMs()).toBe(0);
    expect(circuit.recordRefusal()).toBe(true);
  });
});

describe('ServerClock', () => {
  it('follows a backend whose clock differs, and ignores the roundness of its seconds', () => {
    const clock = new ServerClock(() => Date.parse('2026-03-01T12:00:00.900Z'));
    clock.setByDateHeader('Sun, 01 Mar 2026 12:00:00 GMT');
    expect(clock.msUntil('2026-03-01T12:01:00.900Z')).toBe(MINUTE);
    clock.setByDateHeader('Sun, 01 Mar 2026 12:10:00 GMT');
    expect(clock.msUntil('2026-03-01T12:11:00.000Z')).toBe(MINUTE);
    clock.setByDateHeader('no date');
    clock.setByDateHeader(null);
    expect(clock.msUntil('2026-03-01T12:11:00.000Z')).toBe(MINUTE);
  });
});

describe('WakeSignal', () => {
  const HOUR = 60 * MINUTE;

  it('wakes a waiter', async () => {
    const wakeSignal = new WakeSignal();
    const sleeping = wakeSignal.wait(HOUR, new AbortController().signal);
    wakeSignal.notify();
    await expect(sleeping).resolves.toBeUndefined();
  });

  it('keeps a notification for the next waiter, once', async () => {
    const wakeSignal = new WakeSignal();
    const stop = new AbortController();
    wakeSignal.notify();
    await wakeSignal.wait(HOUR, stop.signal);
    let woke = false;
    const second = wakeSignal.wait(HOUR, stop.signal).then(() => (woke = true));
    await Promise.resolve();
    expect(woke).toBe(false);
    stop.abort();
    await second;
  });
});
