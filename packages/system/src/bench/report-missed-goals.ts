/** A measured figure, and the bound that it must keep. */
export interface Goal {
  readonly name: string;
  /** Measured value. */
  readonly value: string;
  /** Largest or smallest value allowed. */
  readonly goal: string;
  /** True when the bound is kept; undefined without a bound. */
  readonly isMet?: boolean | undefined;
}

/** Prints the goals that were missed, one per line. @returns the exit code of the measuring program */
export function reportMissedGoals(goals: readonly Goal[], printLine: (line: string) => void): 0 | 1 {
  const missed = goals.filter(({ isMet }) => isMet === false);
  for (const { name, value, goal } of missed) printLine(`✗ ${name}: ${value}, not ${goal}`);
  return missed.length > 0 ? 1 : 0;
}
