/** Where things are, and the one check that must pass before anything else is loaded. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** What a machine may bring, by name (see needs.json). */
export const needs = JSON.parse(readFileSync(new URL('../../needs.json', import.meta.url), 'utf8'));

/** Ends the process with one line when Node is too old for the project. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `This project needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}

/** A failed step: its message is for the person, a stack would only hide it. */
export class StepError extends Error {
  forPeople = true;
}

/** Runs a script's main function; a failed step ends it with its message, anything else with its stack. */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error?.forPeople === true ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** A terminal and npm both pass one Ctrl-C on; what comes within this time (ms) is the same stop request. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Aborted by the first stop signal, so that this process can clean up what it started; a later one ends it at
 * once.
 */
export function listenForStop() {
  const wish = new AbortController();
  let first = 0;
  const hear = () => {
    if (!wish.signal.aborted) first = Date.now();
    else if (Date.now() - first > SAME_SIGNAL_MS) process.exit(130);
    wish.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, hear);
  return wish.signal;
}
