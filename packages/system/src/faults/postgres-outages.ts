import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@pax/local';
import { BuyerLoad } from './buyer-load.js';
import { assertThat, type Scenario } from './scenario.js';
import type { FaultHarness } from './fault-harness.js';

function createLoadScenario(
  name: string,
  title: string,
  bringDown: (harness: FaultHarness) => Promise<void>,
): Scenario {
  return {
    name,
    title,
    run: async (harness) => {
      const before = harness.getPid('backend');
      const load = await BuyerLoad.start(harness);
      try {
        await pause(harness.timings.loadMs);
        await bringDown(harness);
        await harness.postgres.restart();
        await load.addBuyer();
        const atStart = load.paidCount;
        const deadlineMs = harness.timings.recoveredMs;
        await until(() => load.paidCount > atStart + 8, { deadlineMs, what: 'buying again' });
        await pause(harness.timings.loadMs);
      } catch (error) {
        load.stopBuying();
        throw error;
      }
      const made = await load.finish();
      assertThat(
        load.unexpectedAnswers.length === 0,
        `buyers saw: ${load.unexpectedAnswers.slice(0, 3).join('; ')}`,
      );
      assertThat(harness.getPid('backend') === before, 'the backend did not outlive its database');
      await harness.waitUntilNotified(made);
    },
  };
}

/** Scenarios: PostgreSQL is killed or restarted while people buy. */
export const POSTGRES_OUTAGES: readonly Scenario[] = [
  createLoadScenario('postgres.killed', 'Postgres killed under load', (harness) => harness.postgres.kill()),
  createLoadScenario('postgres.restarted', 'Postgres restarted under load', (harness) =>
    harness.postgres.stop(),
  ),
];
