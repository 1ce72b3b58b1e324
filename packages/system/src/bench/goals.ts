/** A figure that was to keep within a bound. */
export interface Goal {
  readonly name: string;
  /** What it came to. */
  readonly value: string;
  /** The bound. */
  readonly goal: string;
  /** Undefined where nothing is demanded. */
  readonly isMet?: boolean | undefined;
}

/** Prints the goals that were missed, a line each. @returns the exit code of the program that measured */
export function reportMissed(goals: readonly Goal[], printLine: (line: string) => void): 0 | 1 {
  const missed = goals.filter(({ isMet }) => isMet === false);
  for (const { name, value, goal } of missed) printLine(`✗ ${name}: ${value}, not ${goal}`);
  return missed.length > 0 ? 1 : 0;
}
