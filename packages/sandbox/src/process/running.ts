/** Why a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A service of its own process, as the supervisor holds it. */
export interface Running {
  readonly pid: number;
  /** Resolves when the process ends, wanted or not; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends it and returns once it is gone. Harmless when it is gone already. */
  stop(options?: { atOnce?: boolean }): Promise<void>;
}

/** One line about an end, for people. */
export function describeEnd(end: ProcessEnd): string {
  return end.signal === null ? `exit code ${end.code ?? 'unknown'}` : `signal ${end.signal}`;
}
