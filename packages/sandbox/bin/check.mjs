#!/usr/bin/env node
/** `npm run check`: types, lint, boundaries, format, requirements. */
import { checkNode, runMain } from './lib/house.mjs';

checkNode();
await runMain(async () => {
  const { ensureInstalled } = await import('./lib/install.mjs');
  await ensureInstalled(process.env);
  const { check } = await import('./lib/check-steps.mjs');
  return (await check()) === '' ? 0 : 1;
});
