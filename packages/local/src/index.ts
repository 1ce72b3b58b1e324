export { findBrowser, type BrowserOptions } from './browser.js';
export { createDatabase, ensureOwnDatabase } from './postgres/cluster.js';
export { startPostgres, type PostgresOptions, type PostgresHandle } from './postgres/start-postgres.js';
export { CalledFiles, comparePageWithCalls } from './process/called-files.js';
export { findProgram } from './process/programs.js';
export { findFreePort } from './process/ports.js';
export { isAlive } from './process/process-handle.js';
export { until } from './process/wait.js';
export { startRedis, type RedisHandle } from './redis/start-redis.js';
export { readSettings, StartError, type LocalSettings } from './settings.js';
export {
  silentReporter,
  terminalReporter,
  type Reporter,
  type ShopOverview,
} from './supervisor/terminal-output.js';
export { Supervisor } from './supervisor/supervisor.js';
export { seedShop } from './supervisor/data-commands.js';
