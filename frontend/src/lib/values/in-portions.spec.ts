import { describe, expect, it } from '@jest/globals';
import { DELETE_AT_ONCE } from '@pax/contracts';
import { inPortions } from './in-portions';

const many = Array.from({ length: 2 * DELETE_AT_ONCE + 1 }, (_, id) => id);

describe('more products than one call deletes (OWN-824)', () => {
  it('go in portions that a call takes, one after the other, none twice', async () => {
    const sizes: number[] = [];
    const deleted = await inPortions(many, DELETE_AT_ONCE, async (some) => {
      sizes.push(some.length);
      return some;
    });
    expect(sizes).toEqual([500, 500, 1]);
    expect(deleted).toEqual(many);
  });

  it('stop at a portion that is refused', async () => {
    let calls = 0;
    const deleting = inPortions(many, DELETE_AT_ONCE, async () => {
      calls += 1;
      throw new Error('no');
    });
    await expect(deleting).rejects.toThrow('no');
    expect(calls).toBe(1);
  });
});
