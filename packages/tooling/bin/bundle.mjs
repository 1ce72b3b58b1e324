#!/usr/bin/env node
/** Bundles the programs of backend and bot, or of the workspaces named, from what the compiler wrote. */
import { runMain } from '../lib/root.mjs';

await runMain(async () => {
  const { bundled, bundlePrograms } = await import('../lib/bundle.mjs');
  const named = process.argv.slice(2);
  await bundlePrograms(named.length > 0 ? named : bundled);
  return 0;
});
