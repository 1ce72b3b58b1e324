import { CROSSED_MESSAGES } from './crossed-messages.js';
import { DEATHS_OF_THE_BACKEND } from './deaths-of-the-backend.js';
import { DEATHS_OF_THE_BOT } from './deaths-of-the-bot.js';
import { PAGES_AWAY } from './pages-away.js';
import { POSTGRES_AWAY } from './postgres-away.js';
import { REDIS_AWAY } from './redis-away.js';
import type { Scenario } from './scenario.js';

/** Everything that is made to go wrong, in the order in which it is played. */
export const SCENARIOS: readonly Scenario[] = [
  ...DEATHS_OF_THE_BOT,
  ...DEATHS_OF_THE_BACKEND,
  ...REDIS_AWAY,
  ...POSTGRES_AWAY,
  ...CROSSED_MESSAGES,
  ...PAGES_AWAY,
];

/** A scenario by its name. @throws Error naming all when there is none */
export function scenarioNamed(name: string): Scenario {
  const found = SCENARIOS.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(`no scenario ${name}; there are ${SCENARIOS.map((one) => one.name).join(', ')}`);
  return found;
}
