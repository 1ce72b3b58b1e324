#!/usr/bin/env node
/**
 * `npm run seed` puts the demo content in where it is missing, `npm run reset` deletes the local databases,
 * `npm run admin` makes an operator account or an admin code.
 */
import { join } from 'node:path';
import { checkNode, loadEnvFile, root, runMain, StepError } from '../lib/root.mjs';

checkNode();
await runMain(async () => {
  const { ensureInstalled } = await import('../lib/install.mjs');
  const { buildShop } = await import('../lib/build.mjs');
  const [name = '', ...args] = process.argv.slice(2);
  if (!['seed', 'reset', 'admin'].includes(name)) throw new StepError('Usage: task.mjs seed|reset|admin');
  await ensureInstalled(process.env);
  loadEnvFile();
  await buildShop();
  const { admin, reset, seed } = await import('../../sandbox/dist/supervisor/tasks.js');
  if (name === 'seed') return await seed();
  if (name === 'reset') return reset();
  const { DATABASE_URL, SESSION_SECRET } = process.env;
  if (!DATABASE_URL || !SESSION_SECRET) return await admin(args);
  // A server has its settings whole; a local run's are completed from its data folder.
  const { run } = await import('../lib/shell.mjs');
  const { shopPlan } = await import('../../sandbox/dist/supervisor/plan.js');
  const program = join(root, shopPlan.adminCode.file);
  return (await run(process.execPath, [program, ...args], { show: true, env: process.env })).code;
});
