#!/usr/bin/env node
/**
 * `npm run limits`: mutation tests of limits. Changes each limit of `limits.json` by a tenth, up and down, and prints
 * the changes that its spec did not notice; `-- hold-limits` tests limits whose file or name contains the word, `--
 * --open` those whose spec does not notice changes yet.
 */
import { checkNode, runMain } from '../lib/run-main.mjs';
import { listenForStop } from '../lib/stop-signal.mjs';

checkNode();
await runMain(async () => {
  const { prepareMachine } = await import('../lib/prepare-machine.mjs');
  const { ensureInstalled } = await import('../lib/install.mjs');
  const { buildEverything } = await import('../lib/build/build.mjs');
  await prepareMachine(process.env);
  await ensureInstalled(process.env);
  await buildEverything();
  // Imported last, since it needs the build.
  const { testLimitMutations } = await import('../lib/limits/limit-mutation-tests.mjs');
  return await testLimitMutations(process.argv.slice(2), listenForStop());
});
