#!/usr/bin/env node
/**
 * `npm start`: from a fresh clone to a running shop. Needs Node and npm, nothing else. With `--watch` (`npm run dev`)
 * every change is built at once and what runs it is restarted.
 */
import { checkNode, loadEnvFile, runMain } from '../lib/root.mjs';

checkNode();
await runMain(async () => {
  const beganAt = Date.now();
  const watch = process.argv.includes('--watch');
  const { ensureInstalled } = await import('../lib/install.mjs');
  const { buildFrontend, buildShop } = await import('../lib/build.mjs');
  console.log('\n  Pax Market');
  await ensureInstalled(process.env);
  await buildShop();
  await buildFrontend(process.env);
  const stopBuilding = watch ? (await import('../lib/watch.mjs')).keepBuilding(process.env) : () => undefined;
  loadEnvFile();
  const { runSupervisor } = await import('../dist/supervisor/run-supervisor.js');
  const code = await runSupervisor({ watch, beganAt });
  stopBuilding();
  return code;
});
