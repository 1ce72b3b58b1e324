#!/usr/bin/env node
/**
 * `npm run limits`: changes each limit in `limits.json` by a tenth, and prints the changes that its spec did not notice.
 * `-- <word>` tests only limits with the word in file or name, `-- --open` those listed as open.
 */
import { checkNode, runMain } from '../lib/run-main.mjs';
import { listenForStop } from '../lib/stop-signal.mjs';

checkNode();
await runMain(async () => {
  const { prepareMachine } = await import('../lib/prepare-machine.mjs');
  const { ensureDependencies } = await import('../lib/install-dependencies.mjs');
  const { buildEverything } = await import('../lib/build/build.mjs');
  await prepareMachine(process.env);
  await ensureDependencies(process.env);
  await buildEverything();
  // Imported after the build, since the module needs built files.
  const { testLimitMutations } = await import('../lib/limits/limit-mutation-tests.mjs');
  return await testLimitMutations(process.argv.slice(2), listenForStop());
});
