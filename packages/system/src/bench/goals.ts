/** A measured figure with its bound. */
export interface Goal {
  readonly name: string;
  /** The measured figure. */
  readonly value: string;
  /** The bound. */
  readonly goal: string;
  /** Undefined without a bound. */
  readonly isMet?: boolean | undefined;
}

/** Prints missed goals, one line each. @returns exit code for the measuring program */
export function reportMissedGoals(goals: readonly Goal[], printLine: (line: string) => void): 0 | 1 {
  const missed = goals.filter(({ isMet }) => isMet === false);
  for (const { name, value, goal } of missed) printLine(`✗ ${name}: ${value}, not ${goal}`);
  return missed.length > 0 ? 1 : 0;
}
