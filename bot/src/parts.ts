import { allActions } from './commands/registry.js';
import { PERSON_CALL_MS, ServerClock, Shop } from './shop.js';
import { RequestIds } from './request-ids.js';
import { staffCalls } from '@pax/contracts';
import type { Logger } from './logger.js';
import { RouteLimits } from './discord/route-limits.js';
import { Unreadable } from './discord/gateway-guard.js';
import { Alerts } from './posting/alerts.js';
import { Circuits } from './posting/health.js';
import { type Cooldowns, Router } from './discord/router.js';
import { Languages } from './commands/languages.js';
import type { Settings } from './settings.js';

interface PartsOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly cooldowns?: Cooldowns | undefined;
  readonly now?: (() => number) | undefined;
  /** Called when Discord refuses the token. */
  readonly onUnauthorized: (reason: string) => void;
}

/** Creates the parts of a bot that outlive its gateway sessions, from the settings. */
export function createParts({ settings, logger, cooldowns, now, onUnauthorized }: PartsOptions) {
  const clock = new ServerClock();
  const shop = new Shop({ ...settings.backend, clock });
  const patientShop = new Shop({ ...settings.backend, clock, timeoutMs: PERSON_CALL_MS });
  const languages = new Languages(patientShop);
  const alerts = new Alerts(shop, logger);
  const { commands, actions } = allActions({
    shop: patientShop,
    requestIds: new RequestIds(),
    languages,
    clock,
    publicUrl: settings.publicUrl,
    joinReward: settings.joinReward,
  });
  const router = new Router(actions, {
    logger,
    languageOf: (userId, client) => languages.of(userId, client),
    takeClosed: (userId) => languages.takeClosed(userId),
    rightsOf: (userId) => patientShop.call(staffCalls.botRights, { query: { discordId: userId } }),
    ...(cooldowns && { cooldowns }),
  });
  return {
    clock,
    shop,
    languages,
    alerts,
    circuits: new Circuits({ alerts, logger, now, onUnauthorized }),
    routeLimits: new RouteLimits(),
    unreadable: new Unreadable(logger),
    commands,
    router,
  };
}

export type Parts = ReturnType<typeof createParts>;
