#!/usr/bin/env node
/** Writes docs/events.md from the built contracts. `--check` writes nothing and fails when the page is stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { renderEventsTable } from '../dist/events/events-table.js';

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const page = new URL('../docs/events.md', import.meta.url);

if (!options.check) {
  writeFileSync(page, renderEventsTable());
} else if (readFileSync(page, 'utf8') !== renderEventsTable()) {
  console.error('docs/events.md is stale: run node packages/contracts/bin/events-table.mjs');
  process.exitCode = 1;
}
