#!/usr/bin/env node
/**
 * `npm start`: goes from a fresh clone to a running shop; needs only Node and npm. With `--watch` (`npm run dev`),
 * every change is built at once, and the programs that use it are restarted.
 */
import { loadEnvFile } from '../lib/root.mjs';
import { checkNode, runMain } from '../lib/run-main.mjs';

checkNode();
await runMain(async () => {
  const beganAt = Date.now();
  const watch = process.argv.includes('--watch');
  const { ensureDependencies } = await import('../lib/install-dependencies.mjs');
  const { buildFrontend, buildShop } = await import('../lib/build/build.mjs');
  console.log('\n  Pax Market');
  await ensureDependencies(process.env);
  await buildShop();
  await buildFrontend(process.env);
  const stopBuilding = watch
    ? (await import('../lib/build/watch.mjs')).keepBuilding(process.env)
    : () => undefined;
  loadEnvFile();
  const { runSupervisor } = await import('../dist/supervisor/run-supervisor.js');
  const code = await runSupervisor({ watch, beganAt });
  stopBuilding();
  return code;
});
