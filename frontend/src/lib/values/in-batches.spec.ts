import { describe, expect, it } from '@jest/globals';
import { MAX_DELETED_AT_ONCE } from '@pax/contracts';
import { runInBatches } from './in-batches';

const many = Array.from({ length: 2 * MAX_DELETED_AT_ONCE + 1 }, (_, id) => id);

describe('more products than one call deletes', () => {
  it('go in portions that a call takes, one after the other, none twice', async () => {
    const sizes: number[] = [];
    const deleted = await runInBatches(many, MAX_DELETED_AT_ONCE, async (some) => {
      sizes.push(some.length);
      return some;
    });
    expect(sizes).toEqual([500, 500, 1]);
    expect(deleted).toEqual({ results: many, left: 0 });
  });

  it('say what was done when a later portion fails, and try none after it', async () => {
    const no = new Error('no');
    const tried: number[] = [];
    const deleted = await runInBatches(many, MAX_DELETED_AT_ONCE, async (some) => {
      tried.push(some.length);
      if (tried.length > 1) throw no;
      return some;
    });
    expect(deleted).toEqual({
      results: many.slice(0, MAX_DELETED_AT_ONCE),
      left: MAX_DELETED_AT_ONCE + 1,
      error: no,
    });
    expect(tried).toEqual([MAX_DELETED_AT_ONCE, MAX_DELETED_AT_ONCE]);
  });

  it('stop at a portion that is refused', async () => {
    let calls = 0;
    const deleting = runInBatches(many, MAX_DELETED_AT_ONCE, async () => {
      calls += 1;
      throw new Error('no');
    });
    await expect(deleting).rejects.toThrow('no');
    expect(calls).toBe(1);
  });
});
