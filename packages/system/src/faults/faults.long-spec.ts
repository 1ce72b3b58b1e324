import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultHarness } from './fault-harness.js';
import { SCENARIOS } from './scenarios.js';
import { SHORT } from './fault-timings.js';

const TIMEOUT_MS = 150_000;

/** Every fault once, with short times, in one shop; `npm run faults` repeats them with real times. */
describe('all that goes wrong while people buy', () => {
  let harness: FaultHarness;

  beforeAll(async () => {
    harness = await FaultHarness.start(SHORT);
  }, TIMEOUT_MS);
  afterAll(async () => harness.stop(), 60_000);

  it.each(SCENARIOS)(
    '$name: everything goes on, and all is consistent afterwards (OWN-116, OWN-142, OWN-994, OWN-115)',
    async (scenario) => {
      await scenario.run(harness);
      await harness.waitUntilRecovered();
      expect(await harness.findInconsistencies()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
