import { describe, expect, it } from '@jest/globals';
import { HashQueue } from './hash-queue.js';

/** Work that ends when told. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('HashQueue (OWN-23)', () => {
  it('runs two at a time, lets the room wait, and refuses the rest with 429', async () => {
    const queue = new HashQueue(3);
    const { open, opened } = gate();
    let running = 0;
    let most = 0;
    const work = async (): Promise<string> => {
      running += 1;
      most = Math.max(most, running);
      await opened;
      running -= 1;
      return 'done';
    };
    const tries = Array.from({ length: 8 }, () =>
      queue
        .run(work)
        .catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)),
    );
    open();
    const results = await Promise.all(tries);
    expect(results.filter((result) => result === 'done')).toHaveLength(5);
    expect(results.filter((result) => result === 'RATE_LIMITED')).toHaveLength(3);
    expect(most).toBe(2);
  });

  it('gives the place back when the work fails', async () => {
    const queue = new HashQueue(0);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    }
    await expect(queue.run(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
