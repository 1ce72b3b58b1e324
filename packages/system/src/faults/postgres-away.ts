import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@pax/sandbox';
import { Crowd } from './crowd.js';
import { demand, type Scenario } from './scenario.js';
import type { Stage } from './stage.js';

function underLoad(name: string, title: string, end: (stage: Stage) => Promise<void>): Scenario {
  return {
    name,
    title,
    play: async (stage) => {
      const before = stage.pid('backend');
      const crowd = await Crowd.gather(stage);
      try {
        await pause(stage.pace.loadMs);
        await end(stage);
        await stage.postgres.startAgain();
        await crowd.welcome();
        const atStart = crowd.count;
        const deadlineMs = stage.pace.recoveredMs;
        await until(() => crowd.count > atStart + 8, { deadlineMs, what: 'buying again' });
        await pause(stage.pace.loadMs);
      } catch (error) {
        crowd.disperse();
        throw error;
      }
      const made = await crowd.leave();
      demand(crowd.wrongAnswers.length === 0, `buyers saw: ${crowd.wrongAnswers.slice(0, 3).join('; ')}`);
      demand(stage.pid('backend') === before, 'the backend did not outlive its database');
      await stage.told(made);
    },
  };
}

/** Postgres dies or is restarted while people buy. */
export const POSTGRES_AWAY: readonly Scenario[] = [
  underLoad('postgres.killed', 'Postgres killed under load', (stage) => stage.postgres.kill()),
  underLoad('postgres.restarted', 'Postgres restarted under load', (stage) => stage.postgres.stop()),
];
