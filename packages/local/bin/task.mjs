#!/usr/bin/env node
/**
 * The commands on local data: `npm run seed` (`-- --large`: 100,000 orders, `-- --large=<orders>` fewer), `npm run
 * reset`, `npm run admin` and `npm run reconcile`.
 */
import { join } from 'node:path';
import { checkNode, loadEnvFile, root, runMain, StepError } from '../lib/root.mjs';

checkNode();

await runMain(async () => {
  const { ensureInstalled } = await import('../lib/install.mjs');
  const { buildShop } = await import('../lib/build.mjs');
  const [name = '', ...args] = process.argv.slice(2);
  if (!['seed', 'reset', 'admin', 'reconcile'].includes(name))
    throw new StepError('Usage: task.mjs seed|reset|admin|reconcile');
  await ensureInstalled(process.env);
  loadEnvFile();
  await buildShop();
  const { operate, reset, seed } = await import('../dist/supervisor/tasks.js');
  if (name === 'seed') return await seed(args);
  if (name === 'reset') return reset();
  const command = name === 'admin' ? 'admin' : 'reconcile';
  const { DATABASE_URL, SESSION_SECRET } = process.env;
  if (!DATABASE_URL || !SESSION_SECRET) return await operate(command, args);
  // A server has its settings whole; a local run's are completed from its data folder.
  const { run } = await import('../lib/shell.mjs');
  const { operatorPrograms } = await import('../dist/supervisor/start-child.js');
  const file = join(root, operatorPrograms[command]);
  return (await run(process.execPath, [file, ...args], { show: true, env: process.env })).code;
});
