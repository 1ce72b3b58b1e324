#!/usr/bin/env node
/**
 * `npm run seed` puts the demo content in where it is missing, `npm run reset` deletes the local databases,
 * `npm run admin` makes an operator account or an admin code, `npm run screens` takes the pictures of all screens.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, root, runMain, StepError } from './lib/root.mjs';

checkNode();
await runMain(async () => {
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { buildEverything, buildFrontend, buildShop } = await import('./lib/build.mjs');
  await ensureInstalled(process.env);
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const name = process.argv[2];
  if (name === 'seed' || name === 'reset') {
    await buildShop();
    const { reset, seed } = await import('../dist/supervisor/tasks.js');
    return await (name === 'seed' ? seed() : reset());
  }
  if (name === 'admin') {
    await buildShop();
    const args = process.argv.slice(3);
    const { DATABASE_URL, SESSION_SECRET } = process.env;
    if (!DATABASE_URL || !SESSION_SECRET) {
      const { admin } = await import('../dist/supervisor/tasks.js');
      return await admin(args);
    }
    // A server has its settings whole; a local run's are completed from its data folder.
    const { run } = await import('./lib/shell.mjs');
    const program = join(root, 'backend', 'dist', 'bin', 'admin.js');
    return (await run(process.execPath, [program, ...args], { show: true, env: process.env })).code;
  }
  if (name === 'screens') {
    await buildEverything();
    await buildFrontend(process.env);
    const program = join(root, 'packages', 'system', 'dist', 'screens', 'main.js');
    if (!existsSync(program)) throw new StepError('The program that takes the pictures is not there.');
    const { run } = await import('./lib/shell.mjs');
    return (
      await run(process.execPath, [program, ...process.argv.slice(3)], { show: true, env: process.env })
    ).code;
  }
  throw new StepError('Usage: task.mjs seed|reset|admin|screens');
});
