/** Runs several programs at once; the first failure ends the rest. */
import { runNode } from './shell.mjs';

/** @typedef {{ name: string, file: string, args: readonly string[], preload?: string }} Step a Node program below node_modules */

/**
 * Runs steps, at most `width` at a time, and prints each result.
 * @param {readonly Step[]} steps
 * @param {number} width
 * @returns {Promise<string>} the failed step's name, or an empty text
 */
export async function runParallel(steps, width) {
  const waiting = [...steps];
  const abort = new AbortController();
  let failed = '';
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined && failed === ''; step = waiting.shift()) {
      const began = Date.now();
      const { code, output } = await runNode(step.file, step.args, {
        signal: abort.signal,
        preload: step.preload,
      });
      if (failed !== '') return;
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      if (code === 0) {
        console.log(`  ✓ ${step.name.padEnd(12)} ${seconds} s`);
      } else {
        failed = step.name;
        console.error(`  ✗ ${step.name.padEnd(12)} ${seconds} s\n\n${output.trimEnd()}\n`);
        abort.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return failed;
}
