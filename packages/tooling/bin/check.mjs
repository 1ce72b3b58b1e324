#!/usr/bin/env node
/** `npm run check`: types, lint, boundaries, format, requirements. */
import { checkNode, runMain } from '../lib/root.mjs';

checkNode();
await runMain(async () => {
  const { ensureInstalled } = await import('../lib/install.mjs');
  await ensureInstalled(process.env);
  const { check } = await import('../lib/checks.mjs');
  return (await check()) === '' ? 0 : 1;
});
