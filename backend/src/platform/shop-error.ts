import { ERROR_STATUS, type ErrorCode, type Problem } from '@pax/contracts';

/** Extra fields of an error answer, which the error code defines, e.g. `available` or `quote`. */
export type ProblemDetails = Record<string, unknown>;

/**
 * The only error that the shop throws on purpose, with an error code of the contracts. ProblemFilter turns it into
 * an HTTP answer, so that use cases do not depend on HTTP.
 */
export class ShopError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ProblemDetails = {},
  ) {
    super(message);
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The API form of an error. */
export function toProblem(
  code: ErrorCode,
  message: string,
  details: ProblemDetails = {},
  correlationId?: string,
): Problem {
  return {
    ...details,
    type: 'about:blank',
    title: code,
    status: ERROR_STATUS[code],
    code,
    message,
    correlationId,
  };
}
