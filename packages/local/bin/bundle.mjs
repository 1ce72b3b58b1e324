#!/usr/bin/env node
/**
 * Bundles the programs of backend and bot, or of the workspaces named, from what the compiler wrote; with `--tests` the
 * libraries as specs load them, too.
 */
import { runMain } from '../lib/root.mjs';

await runMain(async () => {
  const { bundled, bundlePrograms } = await import('../lib/bundle.mjs');
  const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  await bundlePrograms(named.length > 0 ? named : bundled);
  if (process.argv.includes('--tests')) {
    const { bundleTestLibraries } = await import('../lib/test-libraries.mjs');
    await bundleTestLibraries();
  }
  return 0;
});
