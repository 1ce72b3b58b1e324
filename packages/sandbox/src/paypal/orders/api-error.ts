const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  404: 'RESOURCE_NOT_FOUND',
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
  ) {
    super(text);
  }
}

/** The body of a refusal. */
export function errorBody(status: number, issue: string, text: string): object {
  const name = NAMES[status] ?? 'INTERNAL_SERVER_ERROR';
  return { name, message: text, debug_id: 'sandbox', details: [{ issue, description: text }], links: [] };
}
