#!/usr/bin/env node
/**
 * `npm run limits`: changes each period and limit of `limits.json` by a tenth, up and down, and says which change the
 * spec beside it did not notice; `-- hold-limits` asks those whose file or name contains a word, `-- --open` those that
 * no spec notices yet.
 */
import { checkNode, listenForStop, runMain } from '../lib/root.mjs';

checkNode();
await runMain(async () => {
  const { prepareMachine } = await import('../lib/machine.mjs');
  const { ensureInstalled } = await import('../lib/install.mjs');
  const { buildEverything } = await import('../lib/build.mjs');
  await prepareMachine(process.env);
  await ensureInstalled(process.env);
  await buildEverything();
  // Loaded last: it needs what was built.
  const { runLimits } = await import('../lib/run-limits.mjs');
  return await runLimits(process.argv.slice(2), listenForStop());
});
