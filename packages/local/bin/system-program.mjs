#!/usr/bin/env node
/**
 * Runs a program of `packages/system`: `bench` measures speed, `lighthouse` measures pages, `faults` breaks parts of the
 * shop during purchases, `screens` takes pictures of all screens.
 */
import { join } from 'node:path';
import { root } from '../lib/root.mjs';
import { checkNode, runMain, StepError } from '../lib/run-main.mjs';
import { listenForStop } from '../lib/stop-signal.mjs';

const names = ['bench', 'lighthouse', 'faults', 'screens'];

checkNode();
await runMain(async () => {
  const { prepareMachine } = await import('../lib/prepare-machine.mjs');
  const { ensureDependencies } = await import('../lib/install-dependencies.mjs');
  const { buildEverything, buildFrontend } = await import('../lib/build/build.mjs');
  const { run } = await import('../lib/run-program.mjs');
  const { chooseFaults } = await import('../lib/fault-specs.mjs');
  const [name = '', ...args] = process.argv.slice(2);
  if (!names.includes(name)) throw new StepError(`Usage: system-program.mjs ${names.join('|')}`);
  await prepareMachine(process.env, { forPictures: name === 'screens' });
  await ensureDependencies(process.env);
  await buildEverything();
  await buildFrontend(process.env);
  const program = join(root, 'packages', 'system', 'dist', name, 'main.js');
  const start = (/** @type {readonly string[]} */ words) =>
    run(process.execPath, [program, ...words], { show: true, env: process.env });
  if (name !== 'faults') return (await start(args)).code;
  const chosen = chooseFaults(args);
  const { code } = chosen.isProgram ? await start(chosen.args) : { code: 0 };
  // Imported after the build, since the module needs built files.
  const { runFaultSpecs } = await import('../lib/run-test-level.mjs');
  return code + (await runFaultSpecs(chosen.specs, listenForStop()));
});
