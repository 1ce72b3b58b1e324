#!/usr/bin/env node
/** `npm run check`: all that needs no running program; `npm run check -- lint format` some of it. */
import { checkNode, runMain } from '../lib/root.mjs';

checkNode();
await runMain(async () => {
  const { ensureInstalled } = await import('../lib/install.mjs');
  await ensureInstalled(process.env);
  const { check } = await import('../lib/checks.mjs');
  const failed = await check(process.argv.slice(2));
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
  return failed.length;
});
