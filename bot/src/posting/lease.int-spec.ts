import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ShopServer, TOKEN } from '../../test/fake-shop-server.js';
import { waitUntil } from '../../test/wait-until.js';
import { readClockIncludingSleep } from '../timing.js';
import { ShopClient, ServerClock } from '../shop-client.js';
import { createLogger } from '../logger.js';
import { acquireLease, type Lease, type LeaseDeps } from './lease.js';

const TIMING = { renewMs: 100, validMs: 1_200, marginMs: 100 };
/** Long enough for a busy machine that pauses for seconds. */
const LONG_TIMING = { ...TIMING, validMs: 5_000 };

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(60_000);

describe('the lease (OWN-150)', () => {
  const shop = new ShopServer();
  const stop = new AbortController();
  const leases: Lease[] = [];
  let url = '';
  beforeEach(async () => {
    url = await shop.start();
  });
  afterEach(async () => {
    for (const lease of leases.splice(0)) lease.loseLease('spec ended');
    shop.leaseHolder = undefined;
    await shop.stop();
  });

  const deps = (instanceId: string, timing = LONG_TIMING): LeaseDeps => ({
    instanceId,
    takeId: `process-of-${instanceId}`,
    shop: new ShopClient({ url, token: TOKEN, clock: new ServerClock() }),
    logger: createLogger({ level: 'silent' }),
    timing,
  });
  const take = async (instanceId: string, timing = LONG_TIMING): Promise<Lease> => {
    const lease = await acquireLease(deps(instanceId, timing), stop.signal);
    if (!lease) throw new Error('aborted');
    leases.push(lease);
    return lease;
  };
  /** When the lease ends if nothing renews it. */
  const endOf = (lease: Lease): number => Number(Reflect.get(lease, 'heldUntil'));
  const renewals = () => shop.calls.filter(({ path }) => path === '/api/bot/lease').length;

  it('is kept by renewing: each moves its end on and clears the timer of the one before', async () => {
    const lease = await take('bot-aaaa');
    const clear = jest.spyOn(globalThis, 'clearTimeout');
    const ends = [endOf(lease)];
    const timers: unknown[] = [];
    const keeping = lease.keepRenewed();
    while (ends.length < 6) {
      timers.push(Reflect.get(lease, 'deadline'));
      await waitUntil(() => endOf(lease) > (ends.at(-1) ?? 0), 'a renewal');
      ends.push(endOf(lease));
    }
    const gained = ends.slice(1).map((end, n) => end - (ends[n] ?? 0));
    expect(Math.min(...gained)).toBeGreaterThan(LONG_TIMING.renewMs / 2);
    const cleared = new Set<unknown>(clear.mock.calls.map(([timer]) => timer));
    expect(timers.filter((timer) => !cleared.has(timer))).toEqual([]);
    clear.mockRestore();
    expect(lease.isHeld()).toBe(true);
    lease.loseLease('done');
    await keeping;
    expect(lease.isHeld()).toBe(false);
  });

  it('is as old as the call that renewed it, however slowly it is answered (OWN-150)', async () => {
    const lease = await take('bot-aaaa');
    let release = (): void => undefined;
    shop.heldAnswers.set('lease', new Promise((resolve) => (release = resolve)));
    const before = renewals();
    const askedAt = readClockIncludingSleep();
    const slow = lease.confirmLease();
    await waitUntil(() => renewals() > before, 'asked');
    const arrivedAt = readClockIncludingSleep();
    await waitUntil(() => readClockIncludingSleep() > arrivedAt + 700, 'the answer is slow');
    shop.heldAnswers.clear();
    // A faster answer to a later call comes first, and the slow one takes nothing of it back.
    await lease.confirmLease();
    const later = endOf(lease);
    expect(later).toBeGreaterThan(askedAt + 700 + LONG_TIMING.validMs - LONG_TIMING.marginMs);
    release();
    await slow;
    expect(endOf(lease)).toBe(later);
  });

  it('ends while each renewal is answered after its end, and does not come back with the answer (OWN-150)', async () => {
    const lease = await take('bot-aaaa', TIMING);
    let release = (): void => undefined;
    shop.heldAnswers.set('lease', new Promise((resolve) => (release = resolve)));
    const keeping = lease.keepRenewed();
    await waitUntil(() => lease.signal.aborted, 'the lease ends');
    expect(readClockIncludingSleep()).toBeGreaterThanOrEqual(endOf(lease) - 1);
    release();
    shop.heldAnswers.clear();
    await keeping;
    expect(lease.isHeld()).toBe(false);
  });

  it('is renewed by the fence it was given, so that an earlier process cannot pass for a later one', async () => {
    const lease = await take('bot-aaaa');
    const named = { instanceId: 'bot-aaaa', takeId: 'process-of-bot-aaaa' };
    expect(shop.leaseRequests.at(-1)).toEqual(named);
    await lease.confirmLease();
    expect(shop.leaseRequests.at(-1)).toEqual({ ...named, fence: shop.fence });
    lease.loseLease('gateway left');
    const again = await acquireLease({ ...deps('bot-aaaa'), lastFence: lease.fence }, stop.signal);
    if (again) leases.push(again);
    expect(shop.leaseRequests.at(-1)).toEqual({ ...named, fence: shop.fence });
  });

  it('makes a second bot wait until the first has ended', async () => {
    const first = await take('bot-aaaa');
    let second: Lease | undefined;
    const taking = take('bot-bbbb').then((lease) => (second = lease));
    const before = renewals();
    await waitUntil(() => renewals() >= before + 2, 'second bot asked twice');
    expect(second).toBeUndefined();
    first.loseLease('gone');
    shop.leaseHolder = undefined;
    await taking;
    expect(second?.isHeld()).toBe(true);
  });

  it('ends at once when another bot took it', async () => {
    const lease = await take('bot-aaaa');
    const keeping = lease.keepRenewed();
    shop.leaseHolder = 'bot-bbbb';
    await keeping;
    expect(lease.signal.aborted).toBe(true);
  });

  it('ends before its validity does when the shop is unavailable', async () => {
    const lease = await take('bot-aaaa', TIMING);
    expect(endOf(lease)).toBeLessThan(readClockIncludingSleep() + TIMING.validMs - TIMING.marginMs);
    await shop.stop();
    const end = endOf(lease);
    await lease.keepRenewed();
    expect(lease.isHeld()).toBe(false);
    // Its timer may be late, and its validity is not extended meanwhile.
    expect(readClockIncludingSleep() - end).toBeLessThan(LONG_TIMING.validMs);
    expect(endOf(lease)).toBe(end);
    await shop.start();
  });

  it('is over after the machine slept, before a timer says so and though its own clock stood still, until it is renewed (OWN-150)', async () => {
    const lease = await take('bot-aaaa');
    const woken = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + LONG_TIMING.validMs);
    try {
      expect([lease.isHeld(), lease.signal.aborted]).toEqual([false, false]);
      await lease.confirmLease();
      expect(lease.isHeld()).toBe(true);
      // A clock that is put back takes nothing away, and gives nothing.
      woken.mockRestore();
      expect(lease.isHeld()).toBe(true);
    } finally {
      woken.mockRestore();
    }
  });

  it('says that another one has it, when it is renewed and when it is taken (OWN-994)', async () => {
    const onLeaseTaken = jest.fn();
    const lease = await acquireLease({ ...deps('bot-aaaa'), onLeaseTaken }, stop.signal);
    expect(onLeaseTaken).not.toHaveBeenCalled();
    shop.leaseHolder = 'bot-bbbb';
    await lease?.confirmLease();
    expect([lease?.isHeld(), onLeaseTaken.mock.calls.length]).toEqual([false, 1]);
    const waiting = new AbortController();
    const taking = acquireLease({ ...deps('bot-aaaa'), onLeaseTaken }, waiting.signal);
    await waitUntil(() => onLeaseTaken.mock.calls.length > 1, 'told again');
    waiting.abort();
    expect(await taking).toBeUndefined();
  });

  it('learns a raised fence when it is confirmed', async () => {
    const lease = await take('bot-aaaa');
    shop.fence += 1;
    await lease.confirmLease();
    expect(lease.fence).toBe(shop.fence);
    shop.leaseHolder = 'bot-bbbb';
    await lease.confirmLease();
    expect(lease.isHeld()).toBe(false);
  });

  it('is requested again while the shop is unavailable', async () => {
    const { port } = shop;
    await shop.stop();
    const taking = take('bot-aaaa');
    await shop.start(port);
    expect((await taking).isHeld()).toBe(true);
  });
});
