#!/usr/bin/env node
/**
 * Bundles the compiled programs of backend and bot, or of the workspaces given as arguments; with `--tests` also the
 * libraries that specs load.
 */
import { runMain } from '../lib/run-main.mjs';

await runMain(async () => {
  const { bundledWorkspaces, bundlePrograms } = await import('../lib/build/bundle.mjs');
  const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  await bundlePrograms(named.length > 0 ? named : bundledWorkspaces);
  if (process.argv.includes('--tests')) {
    const { bundleTestLibraries } = await import('../lib/build/test-libraries.mjs');
    await bundleTestLibraries();
  }
  return 0;
});
