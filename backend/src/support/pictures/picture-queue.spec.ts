import { describe, expect, it } from '@jest/globals';
import { PictureQueue, type PictureSender } from './picture-queue.js';

/** A queue whose works end one by one, as told, and fail when they are stopped. */
function controlled() {
  const queue = new PictureQueue();
  const running = new Map<string, () => void>();
  const log: string[] = [];
  const ask = (sender: PictureSender, name: string, ended?: AbortSignal): Promise<string> => {
    const work = (stop: AbortSignal): Promise<string> =>
      new Promise((resolve, reject) => {
        log.push(`+${name}`);
        running.set(name, () => resolve(name));
        stop.addEventListener('abort', () => {
          log.push(`-${name}`);
          reject(new Error('stopped'));
        });
      });
    return (async () => queue.runJob(sender, work, ended))().catch(({ code }) => String(code));
  };
  const settle = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  const end = async (name: string): Promise<void> => {
    running.get(name)?.();
    await settle();
  };
  return { ask, end, settle, log };
}

describe('PictureQueue (OWN-1216)', () => {
  it('gives the place of the lowest to a higher one, which waits for nobody below; the stopped begin anew', async () => {
    const { ask, end, settle, log } = controlled();
    const asked = [ask('visitor', 'v1'), ask('visitor', 'v2'), ask('visitor', 'v3')];
    await settle();
    expect(log.splice(0)).toEqual(['+v1', '+v2']);
    asked.push(ask('account', 'a1'));
    await settle();
    expect(log.splice(0)).toEqual(['-v2', '+a1']);
    asked.push(ask('staff', 's1'), ask('account', 'a2'));
    await settle();
    expect(log.splice(0)).toEqual(['-v1', '+s1']);
    asked.push(ask('staff', 's2'), ask('staff', 's3'));
    await settle();
    expect(log.splice(0)).toEqual(['-a1', '+s2']);
    for (const name of ['s1', 's2', 's3', 'a1', 'a2', 'v1', 'v2', 'v3']) await end(name);
    expect(log.splice(0)).toEqual(['+s3', '+a1', '+a2', '+v1', '+v2', '+v3']);
    expect(await Promise.all(asked)).toEqual(['v1', 'v2', 'v3', 'a1', 's1', 'a2', 's2', 's3']);
  });

  it('drops what nobody waits for any more, waiting or running', async () => {
    const { ask, end, settle, log } = controlled();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const asked = [ask('visitor', 'v1', running.signal), ask('visitor', 'v2')];
    asked.push(ask('visitor', 'v3', waiting.signal), ask('visitor', 'v4'));
    await settle();
    for (const gone of [waiting, running]) gone.abort();
    await settle();
    expect(log.splice(0)).toEqual(['+v1', '+v2', '-v1', '+v4']);
    for (const name of ['v2', 'v4']) await end(name);
    expect(await Promise.all(asked)).toEqual(['undefined', 'v2', 'RATE_LIMITED', 'v4']);
  });

  it('refuses what is more than may wait of one kind, and nobody of another', async () => {
    const { ask, end, settle } = controlled();
    const names = Array.from({ length: 12 }, (_, n) => `v${n}`);
    const visitors = names.map((name) => ask('visitor', name));
    const others = [ask('account', 'a'), ask('staff', 's')];
    await settle();
    for (const name of ['a', 's', ...names]) await end(name);
    expect(await Promise.all(others)).toEqual(['a', 's']);
    expect(await Promise.all(visitors)).toEqual([
      ...names.slice(0, 10),
      ...names.slice(10).map(() => 'RATE_LIMITED'),
    ]);
  });
});
