export { HastenedClock } from './discord/core/hastened-clock.js';
export { findBrowser, type BrowserOptions } from './browser/find-browser.js';
export {
  discordWorld,
  PAYPAL_BUSINESS,
  PAYPAL_CLIENT_ID,
  PAYPAL_WEBHOOK_ID,
  worldUser,
  type DiscordWorld,
  type Persona,
  type WorldUser,
} from './identity.js';
export { createDatabase, ensureOwnDatabase } from './postgres/databases.js';
export { startPostgres, type PostgresOptions, type RunningPostgres } from './postgres/start-postgres.js';
export { CalledFiles } from './process/called-files.js';
export { differencesOf } from './process/paths-on-page.js';
export { findProgram } from './process/find-program.js';
export { isAlive } from './process/liveness.js';
export { freePort } from './process/ports.js';
export { until } from './process/until.js';
export { startRedis, type RunningRedis } from './redis/start-redis.js';
export { openDiscord } from './server/open-discord.js';
export { startSmtp, type SmtpStandIn } from './smtp/smtp-stand-in.js';
export { startStandIns, type RunningStandIns } from './server/start-stand-ins.js';
export { readSettings, StartError, type SandboxSettings } from './settings.js';
export type { ShopOverview } from './supervisor/overview.js';
export { silentReporter, terminalReporter, type Reporter } from './supervisor/reporter.js';
export { Supervisor } from './supervisor/supervisor.js';
export { seed } from './supervisor/tasks.js';
