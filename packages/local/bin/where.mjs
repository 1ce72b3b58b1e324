#!/usr/bin/env node
/** `npm run where <word>`: the files, definitions, literals, decisions, requirements and tests of a term. */
import { root } from '../lib/root.mjs';
import { checkNode, runMain, StepError } from '../lib/run-main.mjs';
import { readTrackedFiles } from '../lib/find-files.mjs';
import { findPlaces } from '../lib/where.mjs';

checkNode();
await runMain(async () => {
  const args = process.argv.slice(2);
  const term = args
    .filter((arg) => arg !== '--all')
    .join(' ')
    .trim();
  if (term === '') throw new StepError('Usage: npm run where <word>, or npm run where -- <word> --all');
  const sections = findPlaces(readTrackedFiles(root), term, { isAll: args.includes('--all') });
  for (const { title, places } of sections)
    console.log(`\n${title}\n${places.map((place) => `  ${place}`).join('\n')}`);
  if (sections.length === 0) console.log(`Nothing is called ${term}.`);
  return sections.length > 0 ? 0 : 1;
});
