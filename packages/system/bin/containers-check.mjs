#!/usr/bin/env node
/**
 * Checks the container files without a container engine; without `--lint` also runs their build steps and the result.
 * Takes minutes and needs the project built. `--root <dir>` checks another checkout.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAndTry, lint } from '../dist/containers/main.js';

const { values: options } = parseArgs({
  options: { lint: { type: 'boolean', default: false }, root: { type: 'string' } },
});
const root = resolve(options.root ?? fileURLToPath(new URL('../../..', import.meta.url)));
const log = (line) => console.log(`  ${line}`);

try {
  if (!lint(root, log)) process.exitCode = 1;
  else if (!options.lint) await buildAndTry(root, log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof Error && error.cause instanceof Error) console.error(error.cause.message);
  process.exitCode = 1;
}
