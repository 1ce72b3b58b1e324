import type { Problem } from '@pax/contracts';

/** A refusal by the backend, with its problem document. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.message}`);
    this.name = 'ProblemError';
  }

  get code(): string {
    return this.problem.code;
  }
}

/** The backend gave no valid answer: not reachable, too slow, or broken. A retry may help. */
export class BackendUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackendUnavailableError';
  }
}

/** Tells whether an error is the backend's refusal with this code. */
export function hasCode(error: unknown, code: string): error is ProblemError {
  return error instanceof ProblemError && error.code === code;
}

/** A failure whose message is a text for the caller, in the caller's language. */
export class SpokenError extends Error {}
