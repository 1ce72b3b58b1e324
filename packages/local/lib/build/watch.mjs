/** Builds on every change of a source while the shop runs. */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './build.mjs';
import { buildInfoName, bundledSources } from './bundle.mjs';
import { root } from '../root.mjs';
import { endProcessGroup } from '../run-program.mjs';

/** Wait after the last compiled workspace before bundling, ms, since one build compiles several workspaces. */
const SETTLE_MS = 300;

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
    start('typescript/bin/tsc', ['-b', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'], root),
    start('vite/bin/vite.js', ['build', '--watch', '--logLevel', 'warn'], join(root, 'frontend')),
  ];
  const stopBundling = keepBundling();
  const stop = () => {
    isStopped = true;
    stopBundling();
    builders.forEach(endProcessGroup);
  };
  process.once('exit', stop);
  return stop;
}

/** Bundles after every build of the compiler, one bundle at a time. */
function keepBundling() {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let last = Promise.resolve();
  const bundleNext = () => {
    last = last.then(() => bundle()).catch((/** @type {unknown} */ error) => console.error(error));
  };
  const watchers = bundledSources.map((workspace) =>
    watch(join(root, workspace), (_event, file) => {
      if (file !== buildInfoName) return;
      clearTimeout(timer);
      timer = setTimeout(bundleNext, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
