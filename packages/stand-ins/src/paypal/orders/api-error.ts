const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  409: 'RESOURCE_CONFLICT',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'RATE_LIMIT_REACHED',
};

/** A refusal of the API, in the service's shape. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly issue: string,
    text = issue,
    /** Address of the buyer's page, for a refusal that leads back there. */
    readonly page?: string,
  ) {
    super(text);
  }

  toBody(): object {
    return errorBody(this.status, this.issue, this.message, this.page);
  }
}

/** A refusal of authentication, which the service answers in the shape of OAuth. */
export class TokenError extends ApiError {
  override toBody(): object {
    return { error: this.issue, error_description: this.message };
  }
}

/** The body of a refusal. */
export function errorBody(status: number, issue: string, text: string, page?: string): object {
  const name = NAMES[status] ?? 'INTERNAL_SERVER_ERROR';
  const links = [
    {
      href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${issue}`,
      rel: 'information_link',
    },
    ...(page === undefined ? [] : [{ href: page, rel: 'redirect' }]),
  ].map((link) => ({ ...link, method: 'GET' }));
  return { name, message: text, debug_id: 'sandbox', details: [{ issue, description: text }], links };
}
