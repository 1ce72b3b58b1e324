#!/usr/bin/env node
/** `npm run check`: runs all checks that need no running program; `npm run check -- lint format` runs only those named. */
import { checkNode, runMain } from '../lib/run-main.mjs';

checkNode();
await runMain(async () => {
  const { ensureDependencies } = await import('../lib/install-dependencies.mjs');
  await ensureDependencies(process.env);
  const { runChecks } = await import('../lib/checks/checks.mjs');
  const failed = await runChecks(process.argv.slice(2));
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
  return failed.length;
});
