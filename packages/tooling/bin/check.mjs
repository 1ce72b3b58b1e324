#!/usr/bin/env node
/** `npm run check`: types, lint, boundaries, format, requirements; `npm run check -- lint` one of them. */
import { checkNode, runMain } from '../lib/root.mjs';

checkNode();
await runMain(async () => {
  const { ensureInstalled } = await import('../lib/install.mjs');
  await ensureInstalled(process.env);
  const { check } = await import('../lib/checks.mjs');
  const failed = await check(process.argv[2]);
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
  return failed.length;
});
