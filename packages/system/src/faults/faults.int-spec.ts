import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SHORT } from './fault-timings.js';
import { findScenario } from './scenarios.js';
import { FaultHarness } from './fault-harness.js';

const TIMEOUT_MS = 150_000;

/** One fault of each part, once and with short times, in one shop; `faults.long-spec.ts` runs the others. */
describe('what goes wrong while people buy', () => {
  let harness: FaultHarness;

  beforeAll(async () => {
    harness = await FaultHarness.start(SHORT);
  }, TIMEOUT_MS);
  afterAll(async () => harness.stop(), 60_000);

  it.each([
    ['bot.accepted', 'is in exactly one post when the bot is killed at the post (OWN-134)'],
    ['webhook.before-answer', 'has one effect when its message comes again (OWN-77, OWN-78, OWN-116)'],
    ['redis.emptied', 'is told of when Redis is emptied with a backlog (OWN-116, OWN-119)'],
    ['postgres.killed', 'is refused with "not now" at most when Postgres is killed under load'],
    ['panel.asleep', 'is in a panel that slept as in a fresh one (OWN-125)'],
  ])(
    '%s: a purchase %s',
    async (name) => {
      // A scenario throws if a guarantee is broken; afterwards the shop must recover by itself.
      await expect(findScenario(name).run(harness)).resolves.toBeUndefined();
      await harness.waitUntilRecovered();
    },
    TIMEOUT_MS,
  );

  it(
    'leaves each order event once in its channel, each open page at the truth, and the books right',
    async () => expect(await harness.findInconsistencies()).toEqual([]),
    TIMEOUT_MS,
  );
});
