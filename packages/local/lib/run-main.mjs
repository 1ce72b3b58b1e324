/** Start of every script: the check of Node's version, and how a failure is printed. */

/** Ends the process with one line when Node is too old for the project. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `This project needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}

/** A failed step. It is printed without a stack, which would only hide its message. */
export class StepError extends Error {
  forPeople = true;
}

/**
 * Runs a script's main function; prints a failed step as its message, any other error with its stack.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    // An error from another package's build has this property, but not the class.
    const forPeople = error instanceof Error && 'forPeople' in error && error.forPeople === true;
    console.error(forPeople ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
