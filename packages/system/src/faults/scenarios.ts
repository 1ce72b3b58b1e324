import { CONCURRENT_WEBHOOKS } from './concurrent-webhooks.js';
import { BACKEND_CRASHES } from './backend-crashes.js';
import { BOT_CRASHES } from './bot-crashes.js';
import { NOTICE_CRASHES } from './notice-crashes.js';
import { PANEL_OUTAGES } from './panel-outages.js';
import { POSTGRES_OUTAGES } from './postgres-outages.js';
import { REDIS_OUTAGES } from './redis-outages.js';
import { UNDO_CRASHES } from './undo-crashes.js';
import type { Scenario } from './scenario.js';

/** All fault scenarios, in the order in which they run. */
export const SCENARIOS: readonly Scenario[] = [
  ...BOT_CRASHES,
  ...BACKEND_CRASHES,
  ...NOTICE_CRASHES,
  ...UNDO_CRASHES,
  ...REDIS_OUTAGES,
  ...POSTGRES_OUTAGES,
  ...CONCURRENT_WEBHOOKS,
  ...PANEL_OUTAGES,
];

/** Finds a scenario by its name. @throws Error that lists all names */
export function findScenario(name: string): Scenario {
  const found = SCENARIOS.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(`no scenario ${name}; there are ${SCENARIOS.map((one) => one.name).join(', ')}`);
  return found;
}
