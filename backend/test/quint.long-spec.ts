import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { holdNotifications } from './paypal.js';
import { holdMessages } from './stripe.js';
import { expectSettled } from './expect-settled.js';
import { Replay } from './quint/replay.js';
import { simulate } from './quint/traces.js';
import { modelMutants, modelRun } from './settings.js';
import { startShop, type Shop } from './shop.js';

const { seed } = modelRun();

jest.setTimeout(120_000);

/** Mistakes of the model that its invariants have to find: what goes wrong, and the part of its text. */
const MUTANTS: readonly [string, string, string][] = [
  ['late money takes what is gone', 'else if (free > 0)', 'else if (true)'],
  [
    'a hold is not released',
    'released: one(buyer).released + 1 }, 1)',
    'released: one(buyer).released + 1 }, 0)',
  ],
  ['a refund gives back too much', 'back: one(buyer).back + PART,', 'back: one(buyer).back + PRICE,'],
  ['what a lost dispute left in the shop is gone', 'if (one(buyer).delivered) 0 else 1)', '0)'],
];

describe('the model of a checkout (OWN-512)', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ PAYMENT_METHODS: 'card,wallet' });
  });
  afterAll(() => shop.close());

  it('holds its invariants, and the shop does what it says step by step', async () => {
    const { isOk, traces } = await simulate({ samples: 60, traces: 4, seed });
    expect({ seed, isOk, traces: traces.length }).toEqual({ seed, isOk: true, traces: 4 });
    const admin = await shop.signIn({ admin: true });
    holdMessages(shop);
    holdNotifications(shop);
    for (const trace of traces) {
      const replay = await Replay.start(shop, admin);
      for (const [at, { action, buyer, ...after }] of trace.entries()) {
        await replay.act(action, buyer);
        const steps = trace.slice(0, at + 1).map((step) => `${step.buyer}.${step.action}`);
        expect({ seed, steps, ...(await replay.state()) }).toEqual({ seed, steps, ...after });
      }
    }
    await expectSettled(shop);
  });

  it.each(MUTANTS.slice(0, modelMutants()))('is caught where %s', async (_what, from, to) => {
    expect(await simulate({ samples: 200, traces: 1, seed }, [from, to])).toMatchObject({ isViolated: true });
  });
});
