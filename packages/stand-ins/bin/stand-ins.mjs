#!/usr/bin/env node
/**
 * Runs the stand-ins for third parties as a process: reads settings from the environment, prints the address when
 * ready, and stops on SIGTERM, SIGINT or the end of its parent process.
 */
import { openDiscord, readStandInSettings, startStandIns } from '../dist/server/start-stand-ins.js';

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
