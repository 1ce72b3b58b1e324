import { describe, expect, it } from '@jest/globals';
import { aCall } from '../../test/samples.js';
import { poolCommand } from './stock.js';

describe('/pool (OWN-786)', () => {
  it.each([
    [4_750_000_000, /4\.75B/],
    [0, /no coins right now/],
  ])('of %s coins answers %s', async (coinStock, said) => {
    const answer = await poolCommand({ stock: async () => ({ coinStock, products: [] }) }).execute(aCall());
    expect(answer.content).toMatch(said);
  });
});
