import { createActions } from './commands/registry.js';
import { PERSON_CALL_TIMEOUT_MS, ServerClock, Shop } from './shop.js';
import { RequestIds } from './request-ids.js';
import { staffCalls } from '@pax/contracts';
import type { Logger } from './logger.js';
import { RouteLimits } from './discord/route-limits.js';
import { UnreadableMessages } from './discord/gateway-guard.js';
import { Alerts, BotErrors } from './posting/alerts.js';
import { Circuits } from './posting/health.js';
import { type Cooldowns, Router } from './discord/router.js';
import { Languages } from './commands/languages.js';
import type { Settings } from './settings.js';

interface PartsOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly cooldowns?: Cooldowns | undefined;
  readonly now?: (() => number) | undefined;
  /** Called when Discord refuses the bot's token. */
  readonly onUnauthorized: (reason: string) => void;
}

/** Creates the parts of a bot that are kept when its gateway session changes, from the settings. */
export function createParts({ settings, logger, cooldowns, now, onUnauthorized }: PartsOptions) {
  const clock = new ServerClock();
  const shop = new Shop({ ...settings.backend, clock });
  const patientShop = new Shop({ ...settings.backend, clock, timeoutMs: PERSON_CALL_TIMEOUT_MS });
  const languages = new Languages(patientShop);
  const alerts = new Alerts(shop, logger);
  const { commands, actions } = createActions({
    shop: patientShop,
    requestIds: new RequestIds(),
    languages,
    clock,
    publicUrl: settings.publicUrl,
    joinReward: settings.joinReward,
  });
  const router = new Router(actions, {
    logger,
    readLanguage: (userId, client) => languages.languageFor(userId, client),
    takeClosedMessagesHint: (userId) => languages.takeClosedMessagesHint(userId),
    readRights: (userId) => patientShop.call(staffCalls.botRights, { query: { discordId: userId } }),
    ...(cooldowns && { cooldowns }),
  });
  return {
    clock,
    shop,
    languages,
    alerts,
    errors: new BotErrors(alerts),
    circuits: new Circuits({ alerts, logger, now, onUnauthorized }),
    routeLimits: new RouteLimits(),
    unreadableMessages: new UnreadableMessages(logger),
    commands,
    router,
  };
}

export type BotParts = ReturnType<typeof createParts>;
