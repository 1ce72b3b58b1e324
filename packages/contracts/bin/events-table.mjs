#!/usr/bin/env node
/** Builds the contracts and writes docs/events.md. `--check` writes nothing, and fails when the page is out of date. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const project = fileURLToPath(new URL('../tsconfig.build.json', import.meta.url));
execFileSync(process.execPath, [compiler, '-b', project], { stdio: 'inherit' });
// Imported after the build, since the page would otherwise show the events of an earlier build.
const { renderEventsTable } = await import('../dist/events/events-table.js');

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const page = new URL('../docs/events.md', import.meta.url);

if (!options.check) {
  writeFileSync(page, renderEventsTable());
} else if (readFileSync(page, 'utf8') !== renderEventsTable()) {
  console.error('docs/events.md is stale: run node packages/contracts/bin/events-table.mjs');
  process.exitCode = 1;
}
