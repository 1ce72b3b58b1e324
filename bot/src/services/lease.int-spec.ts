import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ShopServer, TOKEN } from '../../test/shop-server.js';
import { until } from '../../test/until.js';
import { BackendHttp } from '../core/backend-http.js';
import { Backend } from '../core/backend.js';
import { createLogger } from '../core/logger.js';
import { ServerClock } from '../core/server-clock.js';
import { acquireLease, type Lease, type LeaseDeps } from './lease.js';

// Long enough for a busy machine that pauses for a second.
const TIMING = { renewMs: 100, validMs: 1_200, marginMs: 100 };

// Only a deadline for slow machines: the specs wait for conditions.
jest.setTimeout(20_000);

describe('the lease (OWN-150)', () => {
  const shop = new ShopServer();
  const stop = new AbortController();
  const leases: Lease[] = [];
  let url = '';
  beforeEach(async () => {
    url = await shop.start();
  });
  afterEach(async () => {
    for (const lease of leases.splice(0)) lease.lose('spec ended');
    shop.leaseHolder = undefined;
    await shop.stop();
  });

  const deps = (instanceId: string): LeaseDeps => ({
    instanceId,
    backend: new Backend(new BackendHttp({ url, token: TOKEN, clock: new ServerClock() })),
    logger: createLogger({ level: 'silent' }),
    timing: TIMING,
  });
  const take = async (instanceId: string): Promise<Lease> => {
    const lease = await acquireLease(deps(instanceId), stop.signal);
    if (!lease) throw new Error('aborted');
    leases.push(lease);
    return lease;
  };
  const renewals = () => shop.calls.filter(({ path }) => path === '/api/bot/lease').length;

  it('is kept by renewing, far beyond its validity', async () => {
    const lease = await take('bot-aaaa');
    const begunAt = performance.now();
    const keeping = lease.keep(() => true);
    await until(() => performance.now() - begunAt > 2 * TIMING.validMs, 'two lifetimes');
    expect(lease.isHeld()).toBe(true);
    lease.lose('done');
    await keeping;
    expect(lease.isHeld()).toBe(false);
  });

  it('is renewed by the fence it was given, so that an earlier process cannot pass for a later one', async () => {
    const lease = await take('bot-aaaa');
    expect(shop.leaseRequests.at(-1)).toEqual({ instanceId: 'bot-aaaa' });
    await lease.confirm();
    expect(shop.leaseRequests.at(-1)).toEqual({ instanceId: 'bot-aaaa', fence: shop.fence });
    lease.lose('gateway left');
    const again = await acquireLease({ ...deps('bot-aaaa'), lastFence: lease.fence }, stop.signal);
    if (again) leases.push(again);
    expect(shop.leaseRequests.at(-1)).toEqual({ instanceId: 'bot-aaaa', fence: shop.fence });
  });

  it('makes a second bot wait until the first has ended', async () => {
    const first = await take('bot-aaaa');
    let second: Lease | undefined;
    const taking = take('bot-bbbb').then((lease) => (second = lease));
    const before = renewals();
    await until(() => renewals() >= before + 2, 'second bot asked twice');
    expect(second).toBeUndefined();
    first.lose('gone');
    shop.leaseHolder = undefined;
    await taking;
    expect(second?.isHeld()).toBe(true);
  });

  it('ends at once when another bot took it', async () => {
    const lease = await take('bot-aaaa');
    const keeping = lease.keep(() => true);
    shop.leaseHolder = 'bot-bbbb';
    await keeping;
    expect(lease.signal.aborted).toBe(true);
  });

  it('ends before its validity does when the shop is unavailable', async () => {
    const lease = await take('bot-aaaa');
    const begunAt = performance.now();
    const keeping = lease.keep(() => true);
    await shop.stop();
    await keeping;
    expect(performance.now() - begunAt).toBeLessThan(TIMING.validMs + TIMING.renewMs);
    expect(lease.isHeld()).toBe(false);
    await shop.start();
  });

  it('lapses when the gateway is lost', async () => {
    const lease = await take('bot-aaaa');
    const before = renewals();
    await lease.keep(() => false);
    expect(renewals()).toBe(before);
    expect(lease.isHeld()).toBe(false);
  });

  it('learns a raised fence when it is confirmed', async () => {
    const lease = await take('bot-aaaa');
    shop.fence += 1;
    await lease.confirm();
    expect(lease.fence).toBe(shop.fence);
    shop.leaseHolder = 'bot-bbbb';
    await lease.confirm();
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
