#!/usr/bin/env node
/** `npm run measure`: prints figures of the house, for readers who want to know whether it grows. */
import { checkNode, runMain } from '../lib/run-main.mjs';
import { readTrackedFiles } from '../lib/find-files.mjs';
import { measureHouse } from '../lib/measure-house.mjs';
import { root } from '../lib/root.mjs';

checkNode();
await runMain(async () => {
  for (const [name, count] of Object.entries(measureHouse(readTrackedFiles(root))))
    console.log(`${count.toLocaleString('en').padStart(9)}  ${name}`);
  return 0;
});
