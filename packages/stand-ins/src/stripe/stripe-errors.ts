export type StripeErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';

interface StripeErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly type?: StripeErrorType;
}

/** A refusal in Stripe's form: HTTP status, type, stable code and the faulty parameter. */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: StripeErrorDetails = {},
  ) {
    super(message);
  }

  /**
   * Converts the error into the body of the answer, `{error: {type, code, message, param}}`, without details that are
   * absent.
   */
  toBody(): { error: Record<string, string> } {
    const { code, param, type = 'invalid_request_error' } = this.details;
    return {
      error: {
        ...(code !== undefined && {
          code,
          doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
        }),
        message: this.message,
        ...(param !== undefined && { param }),
        type,
      },
    };
  }
}

/** Creates the error for a request that breaks a rule: 400. */
export function invalidRequest(message: string, code?: string, param?: string): StripeError {
  return new StripeError(400, message, { code, param });
}

/** Creates the error for an object that does not exist: 404, with Stripe's name for the kind of object. */
export function notFound(kind: string, id: string, param: string): StripeError {
  return new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}
