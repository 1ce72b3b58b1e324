import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logger.js';
import { SendGate } from '../discord/circuit.js';
import { ChannelCircuits } from './circuit-breakers.js';

describe('ChannelCircuits', () => {
  const setUp = () => {
    const alerts: string[] = [];
    const unauthorized: string[] = [];
    const circuits = new ChannelCircuits({
      channel: 'stock',
      alerts: { raiseAlert: async (title) => void alerts.push(title) },
      logger: createLogger({ level: 'silent' }),
      onUnauthorized: (reason) => void unauthorized.push(reason),
      now: () => 0,
    });
    return { alerts, unauthorized, circuits };
  };

  it('raises one alert for a lost channel, and another only after it worked (F21)', async () => {
    const { alerts, circuits } = setUp();
    await circuits.recordChannelFailure('posts', { kind: 'blocked', reason: 'Missing Access' });
    await circuits.recordChannelFailure('posts', { kind: 'blocked', reason: 'Missing Access' });
    expect(alerts).toEqual(['Kanal stock nicht erreichbar']);
    expect(circuits.getWaitMs('posts')).toBeGreaterThan(0);
    circuits.recordSuccess('posts');
    expect(circuits.getWaitMs('posts')).toBe(0);
    await circuits.recordChannelFailure('posts', { kind: 'blocked', reason: 'Missing Access' });
    expect(alerts).toHaveLength(2);
  });

  it('is tried once before its time when nothing is lacking any more, and not again for five minutes (OWN-140)', async () => {
    const { alerts, circuits } = setUp();
    const refuse = () =>
      circuits.recordChannelFailure('posts', { kind: 'blocked', reason: 'Missing Access' });
    await refuse();
    circuits.allowTrialCall();
    expect(circuits.getWaitMs('posts')).toBe(0);
    await refuse();
    circuits.allowTrialCall();
    expect(circuits.getWaitMs('posts')).toBe(300_000);
    expect(alerts).toHaveLength(1);
  });

  it('stops edits by a refused post, but no posts by a refused edit', async () => {
    const { alerts, circuits } = setUp();
    await circuits.recordChannelFailure('edits', { kind: 'blocked', reason: 'Missing Permissions' });
    expect([circuits.getWaitMs('posts'), circuits.getWaitMs('edits')]).toEqual([0, 30_000]);
    circuits.recordSuccess('posts');
    expect(circuits.getWaitMs('edits')).toBe(30_000);
    circuits.recordSuccess('edits');
    await circuits.recordChannelFailure('posts', { kind: 'blocked', reason: 'Missing Access' });
    expect(circuits.getWaitMs('edits')).toBe(30_000);
    expect(alerts).toEqual(['Nachrichten in Kanal stock nicht änderbar', 'Kanal stock nicht erreichbar']);
  });

  it('ignores failures that do not concern the channel', async () => {
    const { alerts, unauthorized, circuits } = setUp();
    await circuits.recordChannelFailure('posts', { kind: 'rate-limited', waitMs: 500 });
    await circuits.recordChannelFailure('posts', { kind: 'unreachable', reason: '502' });
    expect(circuits.getWaitMs('posts')).toBe(0);
    await circuits.recordChannelFailure('posts', { kind: 'unauthorized', reason: '401' });
    expect([alerts, unauthorized]).toEqual([[], ['401']]);
  });
});

describe('SendGate', () => {
  it('waits for the rate limit, and with back-off when Discord does not answer', () => {
    let now = 0;
    const clock = () => now;
    const gate = new SendGate(clock, clock);
    gate.recordFailure({ kind: 'rate-limited', waitMs: 1_500 });
    expect(gate.getWaitMs()).toBe(1_500);
    now = 1_500;
    expect(gate.getWaitMs()).toBe(0);
    gate.recordFailure({ kind: 'unreachable', reason: '502' });
    const first = gate.getWaitMs();
    gate.recordFailure({ kind: 'unreachable', reason: '502' });
    expect(gate.getWaitMs()).toBeGreaterThan(first);
    now = 60_000;
    gate.recordFailure({ kind: 'refused', reason: '400' });
    expect(gate.getWaitMs()).toBe(0);
  });
});
