#!/usr/bin/env node
/** `npm run where <word>`: the files, definitions, decisions, requirements and tests of a term. */
import { checkNode, root, runMain, StepError } from '../lib/root.mjs';
import { trackedFiles } from '../lib/tracked-files.mjs';
import { where } from '../lib/where.mjs';

checkNode();
await runMain(async () => {
  const term = process.argv.slice(2).join(' ').trim();
  if (term === '') throw new StepError('Usage: npm run where <word>');
  const sections = where(trackedFiles(root), term);
  for (const { title, places } of sections)
    console.log(`\n${title}\n${places.map((place) => `  ${place}`).join('\n')}`);
  if (sections.length === 0) console.log(`Nothing is called ${term}.`);
  return sections.length > 0 ? 0 : 1;
});
