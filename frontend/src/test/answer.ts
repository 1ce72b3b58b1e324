interface AnswerInit {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Record<string, string>;
}

/** An HTTP answer as `fetch` gives it; jsdom has none of its own. */
export function answer(
  body: unknown = '',
  { status = 200, statusText = '', headers = {} }: AnswerInit = {},
): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    headers: new Headers(headers),
    text: async () => text,
    json: async () => JSON.parse(text) as unknown,
  } as Response;
}
