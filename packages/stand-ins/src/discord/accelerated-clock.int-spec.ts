import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { discordWorld } from '../fixed-ids.js';
import { startStandIn, type RestAnswer, type RunningStandIn } from './spec-support/start-stand-in.js';

const PATH = `/channels/${discordWorld.channels.orders}/messages`;
const BOT = { 'user-agent': 'DiscordBot (https://example.test, 1)' };

describe('a hastened clock (OWN-134)', () => {
  let now = Date.parse('2026-11-25T12:00:00Z');
  let standIn: RunningStandIn;
  beforeEach(async () => {
    standIn = await startStandIn({ clock: () => now });
  });
  afterEach(() => standIn.stop());

  const post = (): Promise<RestAnswer> => standIn.rest('POST', PATH, { content: 'hello' }, BOT);
  const header = (answer: RestAnswer, name: string): number => Number(answer.headers.get(name));

  it('ends limits sooner, and callers are told how long by their own clock', async () => {
    await standIn.act('/actions/hasten', { factor: 100 });
    const first = await post();
    expect(header(first, 'x-ratelimit-reset-after')).toBe(0.05);
    expect(header(first, 'x-ratelimit-reset') * 1_000 - now).toBeCloseTo(50, 0);
    for (let n = 0; n < 4; n += 1) await post();
    const limited = await post();
    expect([limited.status, header(limited, 'retry-after')]).toEqual([429, 0.05]);
    now += 49;
    expect((await post()).status).toBe(429);
    now += 2;
    expect((await post()).status).toBe(200);
  });

  it.each([
    [403, 50_001, 0],
    [503, 0, 0],
    [429, undefined, 0.05],
  ])('ends a refusal sooner, which is of the bot alone: %i', async (status, code, waitS) => {
    await standIn.act('/actions/hasten', { factor: 600 });
    await standIn.act('/actions/refuse', { seconds: 600, status, retryAfter: 30 });
    const refused = await post();
    expect([refused.status, refused.body['code']]).toEqual([status, code]);
    expect(header(refused, 'retry-after')).toBe(waitS);
    expect((await standIn.rest('GET', PATH)).list).toEqual([]);
    now += 999;
    expect((await post()).status).toBe(status);
    now += 2;
    expect((await post()).status).toBe(200);
  });
});
