/** Progress lines for the terminal. */
export interface Reporter {
  /** Reports a part that is up, with its address. */
  up(part: string, detail: string): void;
  /** Reports an event: a wait, a restart, a child's error. */
  note(part: string, line: string): void;
}

/** A reporter without output, for specs. */
export const silentReporter: Reporter = { up: () => undefined, note: () => undefined };

/** Plain lines on the terminal, in columns. */
export const terminalReporter: Reporter = {
  up: (part, detail) => console.log(`  ✓ ${part.padEnd(12)} ${detail}`),
  note: (part, line) => console.log(`  · ${part.padEnd(12)} ${line}`),
};
