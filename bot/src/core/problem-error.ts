import type { Problem } from '@pax/contracts';

/** The backend refused: its problem document, by code. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.message}`);
    this.name = 'ProblemError';
  }

  get code(): string {
    return this.problem.code;
  }
}

/** The backend gave no answer that can be understood: away, too slow, or broken. Worth another try. */
export class BackendAwayError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackendAwayError';
  }
}

/** Whether an error is the backend's refusal with this code. */
export function hasCode(error: unknown, code: string): error is ProblemError {
  return error instanceof ProblemError && error.code === code;
}
