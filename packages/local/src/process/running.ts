/** The reason for a process's end. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A service in a separate process, as held by the supervisor. */
export interface Running {
  readonly pid: number;
  /** Resolves when the process ends for any reason; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends the process and waits until it is gone. No effect on an ended one. */
  stop(options?: { atOnce?: boolean }): Promise<void>;
}

/** One line about an end, for people. */
export function describeEnd(end: ProcessEnd): string {
  return end.signal === null ? `exit code ${end.code ?? 'unknown'}` : `signal ${end.signal}`;
}
