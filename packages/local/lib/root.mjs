/** Where things are, and the one check that must pass before anything else is loaded. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Adds the settings of the root's `.env` to the environment, where there is one. */
export function loadEnvFile() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

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

/**
 * Runs a script's main function; a failed step ends it with its message, anything else with its stack.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    // What comes from a build of another package has the mark, not the class.
    const forPeople = error instanceof Error && 'forPeople' in error && error.forPeople === true;
    console.error(forPeople ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** A terminal and npm both pass one Ctrl-C on; what comes within this time (ms) is the same stop request. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Aborted by the first stop signal, so that this process can clean up what it started; a later one ends it at
 * once.
 * @returns {AbortSignal}
 */
export function listenForStop() {
  const stop = new AbortController();
  let first = 0;
  const onSignal = () => {
    if (!stop.signal.aborted) first = Date.now();
    else if (Date.now() - first > SAME_SIGNAL_MS) process.exit(130);
    stop.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, onSignal);
  return stop.signal;
}
