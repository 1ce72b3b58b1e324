#!/usr/bin/env node
/** `npm run bench` measures the shop beside its floors, `npm run lighthouse` its home page; both write docs/bench.md. */
import { join } from 'node:path';
import { checkNode, root, runMain, StepError } from '../../sandbox/bin/lib/root.mjs';

const programs = { bench: 'bench/main.js', lighthouse: 'lighthouse/main.js' };

checkNode();
await runMain(async () => {
  const { ensureInstalled } = await import('../../sandbox/bin/lib/install.mjs');
  const { buildEverything, buildFrontend } = await import('../../sandbox/bin/lib/build.mjs');
  const { run } = await import('../../sandbox/bin/lib/shell.mjs');
  const [name, ...args] = process.argv.slice(2);
  const program = programs[name];
  if (program === undefined) throw new StepError(`Usage: bench.mjs ${Object.keys(programs).join('|')}`);
  await ensureInstalled(process.env);
  await buildEverything();
  await buildFrontend(process.env);
  const file = join(root, 'packages', 'system', 'dist', program);
  return (await run(process.execPath, [file, ...args], { show: true, env: process.env })).code;
});
