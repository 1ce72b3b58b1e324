import type { CommandIds } from './commands/command.js';
import { createActions } from './commands/registry.js';
import { PERSON_CALL_TIMEOUT_MS, ServerClock, ShopClient } from './shop-client.js';
import { RequestIds } from './request-ids.js';
import { staffCalls } from '@pax/contracts';
import type { Logger } from './logger.js';
import { RouteRateLimiter } from './discord/route-rate-limiter.js';
import { UnreadableMessages } from './discord/unreadable-messages.js';
import { Alerts, BotErrors } from './posting/alerts.js';
import { Circuits } from './posting/circuit-breakers.js';
import { type Cooldowns, Router } from './discord/router.js';
import { LanguageCache } from './commands/language-cache.js';
import type { Settings } from './settings.js';

interface BotServicesOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly cooldowns?: Cooldowns | undefined;
  readonly now?: (() => number) | undefined;
  /** Called when Discord refuses the bot's token. */
  readonly onUnauthorized: (reason: string) => void;
}

/** Creates the services of a bot that are kept when its gateway session changes, from the settings. */
export function createBotServices({ settings, logger, cooldowns, now, onUnauthorized }: BotServicesOptions) {
  const clock = new ServerClock();
  const shop = new ShopClient({ ...settings.backend, clock });
  const patientShop = new ShopClient({ ...settings.backend, clock, timeoutMs: PERSON_CALL_TIMEOUT_MS });
  const languages = new LanguageCache(patientShop);
  const alerts = new Alerts(shop, logger);
  const commandIds: CommandIds = { server: new Map(), direct: new Map() };
  const { commands, memberCommands, actions } = createActions({
    shop: patientShop,
    requestIds: new RequestIds(),
    languages,
    commandIds,
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
    routeLimits: new RouteRateLimiter(),
    unreadableMessages: new UnreadableMessages(logger),
    commands: [...commands, ...memberCommands],
    commandIds,
    router,
  };
}

export type BotServices = ReturnType<typeof createBotServices>;
