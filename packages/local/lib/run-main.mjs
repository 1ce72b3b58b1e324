/** Start of every script: checks the version of Node, and prints failures. */

/** Ends the process with a one-line message when Node is too old for the project. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `This project needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}

/** Error of a failed step, which is printed without a stack, since the stack would hide the message. */
export class StepError extends Error {
  forPeople = true;
}

/**
 * Runs the main function of a script; prints a failed step as its message, and any other error with its stack.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    // The property is checked instead of the class, since another package's build has a class of its own.
    const forPeople = error instanceof Error && 'forPeople' in error && error.forPeople === true;
    console.error(forPeople ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
