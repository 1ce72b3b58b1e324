#!/usr/bin/env node
/** `npm run faults` runs every fault scenario while people buy, and writes docs/faults.md. */
import { join } from 'node:path';
import { checkNode, root, runMain } from '../../sandbox/bin/lib/root.mjs';

checkNode();
await runMain(async () => {
  const { ensureInstalled } = await import('../../sandbox/bin/lib/install.mjs');
  const { buildEverything } = await import('../../sandbox/bin/lib/build.mjs');
  const { prepareMachine } = await import('../../sandbox/bin/lib/machine.mjs');
  const { run } = await import('../../sandbox/bin/lib/shell.mjs');
  await prepareMachine(process.env);
  await ensureInstalled(process.env);
  await buildEverything();
  const program = join(root, 'packages', 'system', 'dist', 'faults', 'main.js');
  return (await run(process.execPath, [program, ...process.argv.slice(2)], { show: true, env: process.env }))
    .code;
});
