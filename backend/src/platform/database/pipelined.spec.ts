import { describe, expect, it } from '@jest/globals';
import { pipelined } from './transaction.js';

const failed = (code: string): Error => Object.assign(new Error(`failed with ${code}`), { code });

describe('pipelined', () => {
  it('returns the answers in the order of the statements', async () => {
    const slow = new Promise<string>((resolve) => void setImmediate(() => resolve('slow')));
    expect(await pipelined(slow, Promise.resolve(2), undefined)).toEqual(['slow', 2, undefined]);
  });

  it('throws the first cause, not a follow-up failure', async () => {
    const late = new Promise((_, reject) => void setImmediate(() => reject(failed('40P01'))));
    await expect(pipelined(Promise.reject(failed('25P02')), late)).rejects.toThrow('40P01');
    await expect(pipelined(Promise.reject(failed('26000')), Promise.reject(failed('57014')))).rejects.toThrow(
      '57014',
    );
    await expect(pipelined(Promise.reject(failed('25P02')))).rejects.toThrow('25P02');
  });

  it('waits for all before it fails', async () => {
    let isDone = false;
    const late = new Promise<void>((resolve) => {
      setImmediate(() => {
        isDone = true;
        resolve();
      });
    });
    await expect(pipelined(Promise.reject(failed('23505')), late)).rejects.toThrow('23505');
    expect(isDone).toBe(true);
  });
});
