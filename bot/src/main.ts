import { SettingsError } from '@pax/contracts/settings';
import { BotApp } from './app.js';
import { DiscordRefusesError } from './discord/gateway.js';
import { failpoints } from './failpoints.js';
import { createLogger, reasonOf, type Logger } from './logger.js';
import { pause } from './timing.js';
import { readSettings, type Settings } from './settings.js';

/** Exit code when settings or token are wrong, so that a restart cannot help; all other failures exit with 1. */
const EXIT_MISCONFIGURED = 78;
const EXIT_FAILED = 1;
const STOP_TIMEOUT_MS = 5_000;

/** Stops the bot on stop signals, and when the parent process ends. */
function stopOnSignals(app: BotApp, logger: Logger): void {
  const stop = (cause: string): void => {
    logger.info('stopping', { cause });
    app.stop();
    void pause(STOP_TIMEOUT_MS).then(() => process.exit(EXIT_FAILED));
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  if (process.send) process.once('disconnect', () => stop('parent left'));
}

/** Logs all wrong settings at once, so that an operator can fix them in one go. */
function logSettingFaults(error: unknown): void {
  const faults = error instanceof SettingsError ? error.faults : [reasonOf(error)];
  const logger = createLogger({ level: 'fatal' });
  for (const fault of faults) logger.fatal('setting is wrong', { fault });
}

async function runBot(settings: Settings): Promise<number> {
  failpoints.armPoints(settings.failpoints);
  const logger = createLogger({
    level: settings.logLevel,
    secrets: [settings.discord.token, settings.backend.token, new URL(settings.queueUrl).password],
  });
  process.on('unhandledRejection', (error) => {
    logger.fatal('unhandled rejection', { reason: reasonOf(error) });
    process.exit(EXIT_FAILED);
  });
  const app = new BotApp(settings, logger, { onConnected: () => process.send?.({ type: 'ready' }) });
  stopOnSignals(app, logger);
  try {
    await app.run();
    logger.info('stopped');
    return 0;
  } catch (error) {
    logger.fatal('bot ended', { reason: reasonOf(error) });
    return error instanceof DiscordRefusesError ? EXIT_MISCONFIGURED : EXIT_FAILED;
  }
}

let settings: Settings | undefined;
try {
  settings = readSettings();
} catch (error) {
  logSettingFaults(error);
}
process.exit(settings ? await runBot(settings) : EXIT_MISCONFIGURED);
