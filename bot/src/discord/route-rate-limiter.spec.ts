import { describe, expect, it } from '@jest/globals';
import { RouteRateLimiter } from './route-rate-limiter.js';

const BASE = 'http://discord.test/api/v10';
const MESSAGES = `${BASE}/channels/11840000000000001/messages`;
const told = (remaining: number, resetAfterS = 5) =>
  Response.json(
    {},
    {
      headers: {
        'x-ratelimit-limit': '5',
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset-after': String(resetAfterS),
      },
    },
  );

describe('what is left of a limit (OWN-136)', () => {
  let now = 0;
  const withAnswers = () => {
    const limits = new RouteRateLimiter(() => now);
    const call = async (answer: Response, url = MESSAGES, method = 'POST') =>
      limits.callWithinLimit(method, url, async () => answer);
    return { limits, call };
  };

  it('is kept to from the first answer on, until the window ends', async () => {
    const { call } = withAnswers();
    expect((await call(told(0))).status).toBe(200);
    now += 1_000;
    const refused = await call(told(4));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '4']);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    now += 4_000;
    expect((await call(told(4))).status).toBe(200);
  });

  it('is of one channel, and of one kind of call, whichever message it is about', async () => {
    const { call } = withAnswers();
    await call(told(0), `${MESSAGES}/11840000000000011`, 'PATCH');
    expect((await call(told(4), `${MESSAGES}/11840000000000012`, 'PATCH')).status).toBe(429);
    expect((await call(told(4))).status).toBe(200);
    const other = `${BASE}/channels/11840000000000002/messages/11840000000000013`;
    expect((await call(told(4), other, 'PATCH')).status).toBe(200);
  });

  it('counts calls that are under way, also when their answers come in another order', async () => {
    const { limits, call } = withAnswers();
    await call(told(2));
    let answer: (response: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => void (answer = resolve));
    const first = limits.callWithinLimit('POST', MESSAGES, () => slow);
    await call(told(0));
    expect((await call(told(4))).status).toBe(429);
    answer(told(1));
    await first;
    expect((await call(told(4))).status).toBe(429);
  });

  it('counts a call without an answer, and forgets none when an answer tells nothing', async () => {
    const { limits, call } = withAnswers();
    await call(told(1));
    const failed = limits.callWithinLimit('POST', MESSAGES, async () => Promise.reject(new Error('cut')));
    await expect(failed).rejects.toThrow('cut');
    expect((await call(told(4))).status).toBe(429);
    now += 5_000;
    await call(told(0));
    now += 5_000;
    await call(Response.json({}));
    expect((await call(told(4))).status).toBe(200);
  });

  it('holds up no other call: the library waits for those itself', async () => {
    const { call } = withAnswers();
    const commands = `${BASE}/applications/11840000000000003/guilds/11840000000000004/commands`;
    await call(told(0), commands, 'PUT');
    expect((await call(told(0), commands, 'PUT')).status).toBe(200);
  });
});
