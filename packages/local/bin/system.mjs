#!/usr/bin/env node
/**
 * The long programs of `packages/system`: `npm run bench` measures the shop beside its floors, `lighthouse` its home
 * page, `faults` kills and cuts off parts while people buy and plays long specs, `screens` takes the pictures of all
 * screens.
 */
import { join } from 'node:path';
import { checkNode, listenForStop, root, runMain, StepError } from '../lib/root.mjs';

const names = ['bench', 'lighthouse', 'faults', 'screens'];

checkNode();
await runMain(async () => {
  const { prepareMachine } = await import('../lib/machine.mjs');
  const { ensureInstalled } = await import('../lib/install.mjs');
  const { buildEverything, buildFrontend } = await import('../lib/build.mjs');
  const { run } = await import('../lib/shell.mjs');
  const { chooseFaults } = await import('../lib/fault-specs.mjs');
  const [name = '', ...args] = process.argv.slice(2);
  if (!names.includes(name)) throw new StepError(`Usage: system.mjs ${names.join('|')}`);
  await prepareMachine(process.env, { forPictures: name === 'screens' });
  await ensureInstalled(process.env);
  await buildEverything();
  await buildFrontend(process.env);
  const program = join(root, 'packages', 'system', 'dist', name, 'main.js');
  const start = (/** @type {readonly string[]} */ words) =>
    run(process.execPath, [program, ...words], { show: true, env: process.env });
  if (name !== 'faults') return (await start(args)).code;
  const chosen = chooseFaults(args);
  const { code } = chosen.isProgram ? await start(chosen.args) : { code: 0 };
  // Loaded last: it needs what was built.
  const { runFaultSpecs } = await import('../lib/run-level.mjs');
  return code + (await runFaultSpecs(chosen.specs, listenForStop()));
});
