/** Runs several programs in parallel, and prints each result. */
import { runNode } from '../run-program.mjs';

/**
 * @typedef {{ name: string, file: string, args: readonly string[], preload?: string, repair?: string }} Step a Node
 * program below node_modules, and the command that repairs what it finds
 */

/**
 * Runs all steps, at most `width` at a time. Continues after a failure, so that one run shows everything to fix.
 * @param {readonly Step[]} steps
 * @param {number} width
 * @returns {Promise<string[]>} the names of failed steps
 */
export async function runParallel(steps, width) {
  const waiting = [...steps];
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const began = Date.now();
      const { code, output } = await runNode(step.file, step.args, { preload: step.preload });
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      if (code === 0) {
        console.log(`  ✓ ${step.name.padEnd(12)} ${seconds} s`);
      } else {
        failed.push(step.name);
        const repair = step.repair === undefined ? '' : `To repair it run: ${step.repair}\n`;
        console.error(`  ✗ ${step.name.padEnd(12)} ${seconds} s\n\n${output.trimEnd()}\n${repair}`);
      }
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return failed;
}
