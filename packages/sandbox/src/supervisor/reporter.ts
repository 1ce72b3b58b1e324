/** Progress lines for the terminal. */
export interface Reporter {
  /** A part that is up, with where it is. */
  up(part: string, detail: string): void;
  /** Something on the way: a wait, a restart, a child's error. */
  note(part: string, line: string): void;
}

/** Tells nobody, for specs. */
export const silentReporter: Reporter = { up: () => undefined, note: () => undefined };

/** Plain lines on the terminal, in columns. */
export const terminalReporter: Reporter = {
  up: (part, detail) => console.log(`  ✓ ${part.padEnd(12)} ${detail}`),
  note: (part, line) => console.log(`  · ${part.padEnd(12)} ${line}`),
};
