#!/usr/bin/env node
/** Checks the house rules, which are about several files: prints all problems, then what each broken rule demands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { houseRules } from '../lib/checks/house-rules/house-rules.mjs';
import { listTrackedFiles } from '../lib/find-files.mjs';
import { root } from '../lib/root.mjs';

const paths = listTrackedFiles(root);
const tracked = new Set(paths);
const read = (/** @type {string} */ path) =>
  tracked.has(path) ? readFileSync(join(root, path), 'utf8') : '';
const broken = houseRules
  .map((rule) => ({ ...rule, problems: rule.find({ paths, read }) }))
  .filter(({ problems }) => problems.length > 0);
for (const { problems } of broken) console.error(problems.join('\n'));
for (const { name, demand } of broken) console.error(`\n${name}: ${demand}`);
process.exitCode = broken.length > 0 ? 1 : 0;
