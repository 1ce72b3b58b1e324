#!/usr/bin/env node
/** `npm run where <word>`: lists the files, definitions, literals, decisions, requirements and tests of a term. */
import { root } from '../lib/root.mjs';
import { checkNode, runMain, StepError } from '../lib/run-main.mjs';
import { readTrackedFiles } from '../lib/find-files.mjs';
import { findPlaces, formatSections, USAGE } from '../lib/find-places.mjs';

checkNode();
await runMain(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const term = args
    .filter((arg) => arg !== '--all')
    .join(' ')
    .trim();
  if (term === '') throw new StepError(USAGE);
  const sections = findPlaces(readTrackedFiles(root), term, { isAll: args.includes('--all') });
  console.log(sections.length > 0 ? formatSections(sections) : `Nothing is called ${term}.`);
  return sections.length > 0 ? 0 : 1;
});
