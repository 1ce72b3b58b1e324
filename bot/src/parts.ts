import { allActions } from './commands/registry.js';
import { BackendHttp } from './shop/shop.js';
import { Backend } from './shop/backend.js';
import { DirectBackend } from './shop/direct-backend.js';
import { LastingBackend } from './shop/lasting-backend.js';
import type { Logger } from './logger.js';
import { NewcomerBackend } from './shop/newcomer-backend.js';
import { PeopleBackend } from './shop/people-backend.js';
import { RouteLimits } from './discord/route-limits.js';
import { ServerClock } from './shop/server-clock.js';
import { StaffBackend } from './shop/staff-backend.js';
import { ThreadBackend } from './shop/thread-backend.js';
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
  const http = new BackendHttp({ ...settings.backend, clock });
  const backend = new Backend(http);
  const direct = new DirectBackend(http);
  const people = new PeopleBackend(http);
  const staff = new StaffBackend(http);
  const languages = new Languages(people);
  const alerts = new Alerts(backend, logger);
  const { commands, actions } = allActions({
    backend,
    direct,
    people,
    staff,
    languages,
    clock,
    publicUrl: settings.publicUrl,
    joinReward: settings.joinReward,
  });
  const router = new Router(actions, {
    logger,
    languageOf: (userId, client) => languages.of(userId, client),
    takeClosed: (userId) => languages.takeClosed(userId),
    rightsOf: (userId) => staff.rights(userId),
    ...(cooldowns && { cooldowns }),
  });
  return {
    clock,
    backend,
    direct,
    lasting: new LastingBackend(http),
    threads: new ThreadBackend(http),
    newcomers: new NewcomerBackend(http),
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
