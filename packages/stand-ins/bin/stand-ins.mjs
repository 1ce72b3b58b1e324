#!/usr/bin/env node
/**
 * The stand-ins for third parties as a process of their own: settings from the environment, an address on standard
 * output when ready, an orderly end on SIGTERM, SIGINT or when the process that started it goes away.
 */
import { readStandInSettings } from '../dist/server/stand-in-settings.js';
import { openDiscord, startStandIns } from '../dist/server/start-stand-ins.js';

function fail(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

try {
  const settings = readStandInSettings(process.env);
  const running = await startStandIns({ ...settings, standIns: [openDiscord(settings)] });
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    running.close().then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end);
  process.on('disconnect', end);
  console.log(`stand-ins ready at ${running.url}`);
  process.send?.({ type: 'ready', url: running.url });
} catch (error) {
  fail(error);
}
