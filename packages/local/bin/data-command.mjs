#!/usr/bin/env node
/**
 * Runs a command on the shop's data: `npm run seed` (`-- --large`: 100,000 orders, `-- --large=<orders>`: fewer), `npm
 * run reset`, `npm run admin` or `npm run reconcile`.
 */
import { join } from 'node:path';
import { loadEnvFile, root } from '../lib/root.mjs';
import { checkNode, runMain, StepError } from '../lib/run-main.mjs';

checkNode();

await runMain(async () => {
  const { ensureDependencies } = await import('../lib/install-dependencies.mjs');
  const { buildShop } = await import('../lib/build/build.mjs');
  const [name = '', ...args] = process.argv.slice(2);
  if (!['seed', 'reset', 'admin', 'reconcile'].includes(name))
    throw new StepError('Usage: data-command.mjs seed|reset|admin|reconcile');
  await ensureDependencies(process.env);
  loadEnvFile();
  await buildShop();
  const { resetShopData, runOperatorCommand, seedShop } = await import('../dist/supervisor/data-commands.js');
  if (name === 'seed') return await seedShop(args);
  if (name === 'reset') return resetShopData();
  const command = name === 'admin' ? 'admin' : 'reconcile';
  const { DATABASE_URL, SESSION_SECRET } = process.env;
  if (!DATABASE_URL || !SESSION_SECRET) return await runOperatorCommand(command, args);
  // On a server, the environment contains all settings; a local run reads missing ones from its data folder.
  const { run } = await import('../lib/run-program.mjs');
  const { operatorPrograms } = await import('../dist/supervisor/start-child.js');
  const file = join(root, operatorPrograms[command]);
  return (await run(process.execPath, [file, ...args], { show: true, env: process.env })).code;
});
