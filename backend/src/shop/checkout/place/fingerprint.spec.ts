import { describe, expect, it } from '@jest/globals';
import { computeFingerprint, type Placement } from './draft-checkout.js';

const first = { id: 3, quantity: 1 };
const second = { id: 5, quantity: 2 };
const custom = { id: 8, quantity: 1, customAmount: 20 };
const PLACED: Placement = {
  amount: '25.00',
  items: [first, second, custom],
  inGameName: 'Steve_01',
  discordName: 'steve.builds',
  consent: true,
  method: 'card',
};
const items = (...changed: Placement['items']): Partial<Placement> => ({ items: changed });

const OTHER: [what: string, change: Partial<Placement>][] = [
  ['total', { amount: '25.01' }],
  ['method', { method: 'wallet' }],
  ['game name', { inGameName: 'Steve_02' }],
  ['case of the game name', { inGameName: 'steve_01' }],
  ['chat name', { discordName: 'steve.build' }],
  ['store credit', { useStoreCredit: true }],
  ['code', { rewardCode: 'A'.repeat(16) }],
  ['product', items({ ...first, id: 4 }, second, custom)],
  ['pieces', items(first, { ...second, quantity: 3 }, custom)],
  ['amount of coins', items(first, second, { ...custom, customAmount: 21 })],
  ['number of lines', items(first, second)],
];

describe('a request to pay', () => {
  it.each(OTHER)('is another one with another %s (OWN-72)', (_, change) => {
    expect(computeFingerprint({ ...PLACED, ...change })).not.toBe(computeFingerprint(PLACED));
  });

  it('is told apart from every other one (OWN-72)', () => {
    const all = OTHER.map(([, change]) => computeFingerprint({ ...PLACED, ...change }));
    expect(new Set(all).size).toBe(OTHER.length);
  });

  it.each<[what: string, change: Partial<Placement>]>([
    ['lines in another order', items(custom, second, first)],
    ['the total written shorter', { amount: '25' }],
    ['credit that is not used by word', { useStoreCredit: false }],
    ['another answer to whether it was paid before', { repeat: 'allow' }],
  ])('is the same with %s (OWN-72)', (_, change) => {
    expect(computeFingerprint({ ...PLACED, ...change })).toBe(computeFingerprint(PLACED));
  });
});
