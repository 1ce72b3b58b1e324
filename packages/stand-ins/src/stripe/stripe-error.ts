export type StripeErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';

interface StripeErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly type?: StripeErrorType;
}

/** A refusal in the service's shape: HTTP status, type, stable code and the faulty parameter. */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: StripeErrorDetails = {},
  ) {
    super(message);
  }

  /** The answer's body: `{error: {type, code, message, param}}`, absent details left out. */
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

/** A request that breaks a rule: 400. */
export function invalid(message: string, code?: string, param?: string): StripeError {
  return new StripeError(400, message, { code, param });
}

/** An object that does not exist: 404, with the kind of object as the service names it. */
export function noSuch(kind: string, id: string, param: string): StripeError {
  return new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}
