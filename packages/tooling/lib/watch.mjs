/** Builds that go on while the shop runs. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.mjs';
import { endGroup } from './shell.mjs';

/**
 * Compiles and bundles on every change, until the returned function is called.
 * @param {NodeJS.ProcessEnv} env
 */
export function keepBuilding(env) {
  let isStopped = false;
  /** @param {string} file @param {string[]} args @param {string} cwd */
  const start = (file, args, cwd) => {
    const builder = spawn(process.execPath, [join(root, 'node_modules', file), ...args], {
      cwd,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    builder.once('exit', () => {
      if (!isStopped) console.error(`  ! ${file} ended: changes are not built any more; start again`);
    });
    return builder;
  };
  const builders = [
    start('typescript/bin/tsc', ['-b', '--watch', '--preserveWatchOutput'], root),
    start('vite/bin/vite.js', ['build', '--watch', '--logLevel', 'warn'], join(root, 'frontend')),
  ];
  const stop = () => {
    isStopped = true;
    builders.forEach(endGroup);
  };
  process.once('exit', stop);
  return stop;
}
