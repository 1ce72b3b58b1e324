/** Jest's own runner, extended to record which files a spec executed: `npm test -- --record`. */
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { CalledFiles } from '../dist/process/called-files.js';
import { root } from '../lib/root.mjs';
import { recordExecutedFiles } from '../lib/executed-files.mjs';

const jest = createRequire(import.meta.url).resolve('jest');
/** @type {{ default: (...args: unknown[]) => Promise<unknown> }} */
const { default: runSpec } = createRequire(createRequire(jest).resolve('@jest/core'))('jest-circus/runner');
/** The recording module itself is left out of the record, since it runs in the same process. */
const COUNTER = 'packages/local/src/process/called-files';

/** @param {unknown[]} args the path of the spec is the fifth */
export default async function recordingRunner(...args) {
  const files = new CalledFiles();
  try {
    return await runSpec(...args);
  } finally {
    const called = [...files.takeCalledFiles()].filter((file) => file !== COUNTER);
    recordExecutedFiles(relative(root, String(args[4])), called);
    files.close();
  }
}
