import { describe, expect, it } from '@jest/globals';
import { retryUnanswered, RequestIds } from './request-ids.js';
import { BackendUnavailableError, ProblemError } from './shop-client.js';

const away = new BackendUnavailableError('too slow');
const refused = new ProblemError({
  type: 'about:blank',
  title: 'NOT_FOUND',
  status: 404,
  code: 'NOT_FOUND',
  message: 'There is no such order.',
});

describe('a call that names its request (OWN-826)', () => {
  const made = async (...outcomes: (Error | number)[]) => {
    let calls = 0;
    const call = async (): Promise<number> => {
      const outcome = outcomes[calls];
      calls += 1;
      if (typeof outcome === 'number') return outcome;
      throw outcome ?? new Error('one call too many');
    };
    const result = await retryUnanswered(call).catch((error: unknown) => error);
    return { result, calls };
  };

  it('is made again once when no answer came', async () => {
    expect(await made(away, 7)).toEqual({ result: 7, calls: 2 });
    expect(await made(away, away, 7)).toEqual({ result: away, calls: 2 });
    expect(await made(away, refused)).toEqual({ result: refused, calls: 2 });
  });

  it('is made once when it was answered, also by a refusal', async () => {
    expect(await made(7)).toEqual({ result: 7, calls: 1 });
    expect(await made(refused, 7)).toEqual({ result: refused, calls: 1 });
  });
});

const HOUR_MS = 3_600_000;

describe('what is sent again by hand (OWN-826)', () => {
  const start = () => {
    let now = 0;
    let isAway = true;
    const asked: string[] = [];
    const requestIds = new RequestIds(() => now);
    const send = (what: string, requestId: string): Promise<string> =>
      requestIds.callOnce(['1', what], requestId, async (name) => {
        asked.push(name);
        if (isAway) throw new BackendUnavailableError('gone');
        return name;
      });
    return {
      asked,
      send,
      back: () => (isAway = false),
      wait: (ms: number) => (now += ms),
    };
  };

  it('goes under the name of the first try until it is answered', async () => {
    const { asked, send, back } = start();
    for (const name of ['a', 'b']) await expect(send('x', name)).rejects.toThrow('gone');
    expect(asked).toEqual(['a', 'a', 'a', 'a']);
    back();
    expect(await send('x', 'c')).toBe('a');
    expect(await send('x', 'd')).toBe('d');
  });

  it('is another request with other words, and an hour later', async () => {
    const { send, back, wait } = start();
    await expect(send('x', 'a')).rejects.toThrow('gone');
    back();
    expect(await send('y', 'b')).toBe('b');
    wait(HOUR_MS);
    expect(await send('x', 'c')).toBe('c');
  });

  it('is forgotten for the oldest of more than a thousand', async () => {
    const { send, back } = start();
    for (let at = 0; at <= 1_000; at += 1) await expect(send(`${at}`, `first ${at}`)).rejects.toThrow('gone');
    back();
    expect(await send('0', 'second')).toBe('second');
    expect(await send('1', 'second')).toBe('first 1');
  });
});
