#!/usr/bin/env node
/**
 * Checks that every numbered requirement has a test or is listed as open, and that every id cited exists.
 * Options: `--fix-open` rewrites the open list; `--root <dir>` checks another checkout.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkRequirements, formatSummary, removeTestedIds } from '../lib/checks/requirement-coverage.mjs';
import { readTrackedFiles } from '../lib/find-files.mjs';

const { values: options } = parseArgs({
  options: { root: { type: 'string' }, 'fix-open': { type: 'boolean', default: false } },
});
const root = resolve(options.root ?? join(dirname(fileURLToPath(import.meta.url)), '../../..'));
const docs = 'packages/contracts/docs';
const openPath = `${docs}/requirements/open.md`;

/** @param {string} path */
const read = (path) => ({ path, text: readFileSync(join(root, path), 'utf8') });
/** @param {string} folder */
const markdownIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => read(`${folder}/${name}`));

const requirementFiles = markdownIn(`${docs}/requirements`);
const input = {
  requirements: requirementFiles.filter(({ path }) => path !== openPath),
  open: requirementFiles.find(({ path }) => path === openPath) ?? { path: openPath, text: '' },
  decisions: markdownIn(`${docs}/decisions`),
  sources: readTrackedFiles(root).filter(({ path }) => path !== openPath),
};

let result = checkRequirements(input);
if (options['fix-open']) {
  const text = removeTestedIds(input.open.text, result.tested);
  if (text !== input.open.text) writeFileSync(join(root, openPath), text);
  result = checkRequirements({ ...input, open: { path: openPath, text } });
}
for (const problem of result.problems) console.error(problem);
console.log(formatSummary(result));
process.exitCode = result.problems.length > 0 ? 1 : 0;
