import { ERROR_STATUS, type ErrorCode, type Problem } from '@pax/contracts';

/** What a code promises to tell beside itself, e.g. `available` or `quote`. */
export type ProblemDetails = Record<string, unknown>;

/**
 * The only error the shop throws on purpose. Carries a code of the contracts; the filter maps it to problem+json
 * for HTTP, so no use case knows of HTTP.
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

/** The wire form of an error. */
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
