#!/usr/bin/env node
/**
 * The long programs of `packages/system`: `npm run bench` measures the shop beside its floors, `lighthouse` its home
 * page, `faults` kills and cuts off parts while people buy, `screens` takes the pictures of all screens.
 */
import { join } from 'node:path';
import { checkNode, root, runMain, StepError } from '../lib/root.mjs';

const names = ['bench', 'lighthouse', 'faults', 'screens'];

checkNode();
await runMain(async () => {
  const { prepareMachine } = await import('../lib/machine.mjs');
  const { ensureInstalled } = await import('../lib/install.mjs');
  const { buildEverything, buildFrontend } = await import('../lib/build.mjs');
  const { run } = await import('../lib/shell.mjs');
  const [name = '', ...args] = process.argv.slice(2);
  if (!names.includes(name)) throw new StepError(`Usage: system.mjs ${names.join('|')}`);
  await prepareMachine(process.env);
  await ensureInstalled(process.env);
  await buildEverything();
  await buildFrontend(process.env);
  const program = join(root, 'packages', 'system', 'dist', name, 'main.js');
  return (await run(process.execPath, [program, ...args], { show: true, env: process.env })).code;
});
